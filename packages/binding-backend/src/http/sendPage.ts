/** Sends a page as static HTML. */
import type { Response } from 'express';
import type { ReactElement } from 'react';
// Pages are rendered here and nowhere else: no app that shares its React with us ever sees these components.
// eslint-disable-next-line @backstage/no-undeclared-imports
import { renderToStaticMarkup } from 'react-dom/server';
import { redirectSource } from '../handshake/clientRedirect';
import type { Session } from '../handshake/HandshakeContext';
import { allowForm } from './securityHeaders';

/** The whole document of a component of `pages/`. */
export const documentOf = (page: ReactElement): string =>
  `<!doctype html>${renderToStaticMarkup(page)}`;

/**
 * @param page - a component of `pages/`
 * @param session - on pages whose forms belong to a session
 */
export const sendPage = (
  response: Response,
  page: ReactElement,
  session?: Session,
): void => {
  if (session) allowForm(response, [redirectSource(session.client.redirect)]);
  response.type('html').send(documentOf(page));
};
