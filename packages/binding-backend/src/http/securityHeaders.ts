/** Headers of every answer: nothing is kept, framed or loaded. */
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { styleSource } from './pages/style';

const referrerPolicy = 'Referrer-Policy';

const policy = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const setPolicy = (response: Response, formTargets: readonly string[]) =>
  response.setHeader('Content-Security-Policy', policy(formTargets));

/** For every route. */
export const securityHeaders = (): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  }),
  (_, response, next) => {
    setPolicy(response, []);
    response.setHeader('Cache-Control', 'no-store');
    next();
  },
];

/**
 * For pages with a form. Chromium applies `form-action` to the redirect that follows too, so the client's address has to
 * be named. And a form's `Origin` would be `null` under `no-referrer`: then it could not be looked at.
 */
export const allowForm = (
  response: Response,
  formTargets: readonly string[],
): void => {
  setPolicy(response, formTargets);
  response.setHeader(referrerPolicy, 'same-origin');
};
