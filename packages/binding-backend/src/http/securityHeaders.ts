/** Headers of every response: no caching, no framing, no external resources. */
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

/** Middleware for every route. */
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
 * Headers for pages with a form. Chromium also applies `form-action` to the redirect after the form, so the policy has
 * to list the client's address. Under `no-referrer` the `Origin` of a form would be `null` and could not be checked.
 */
export const allowForm = (
  response: Response,
  formTargets: readonly string[],
): void => {
  setPolicy(response, formTargets);
  response.setHeader(referrerPolicy, 'same-origin');
};
