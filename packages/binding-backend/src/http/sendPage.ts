/** Sends a page as static HTML. */
import type { Response } from 'express';
import type { ReactElement } from 'react';
// The pages are rendered only in this package, so React need not be shared with an app.
// eslint-disable-next-line @backstage/no-undeclared-imports
import { renderToStaticMarkup } from 'react-dom/server';
import { redirectSource } from '../handshake/clientRedirect';
import type { Session } from '../handshake/HandshakeContext';
import { allowForm } from './securityHeaders';

/** The HTML document of a component of `pages/`. */
export const documentOf = (page: ReactElement): string =>
  `<!doctype html>${renderToStaticMarkup(page)}`;

/**
 * Sends a page.
 * @param page - a component of `pages/`
 * @param session - the session of the forms on the page
 */
export const sendPage = (
  response: Response,
  page: ReactElement,
  session?: Session,
): void => {
  if (session) allowForm(response, [redirectSource(session.client.redirect)]);
  response.type('html').send(documentOf(page));
};
