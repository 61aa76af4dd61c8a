/** HTML routes for the user's browser. */
import type { Request, Response } from 'express';
import type { ApiResource } from '@klutch/bind-api';
import type { Handshake } from '../handshake/createHandshake';
import { newSecret } from '../handshake/secrets';
import type { SubmittedForm } from '../handshake/session';
import type { Cookies } from './cookies';
import {
  authorizeQuery,
  bindForm,
  bindQuery,
  parseInput,
  sessionForm,
  sessionQuery,
} from './input';
import { offersLink, renewLink } from './links';
import { ConsentPage } from './pages/ConsentPage';
import { h } from './pages/element';
import { MessagePage } from './pages/MessagePage';
import { OffersPage } from './pages/OffersPage';
import { ProvidersPage } from './pages/ProvidersPage';
import type { Routes } from './routes';
import { isSameOriginRequest } from './sameOrigin';
import { sendPage } from './sendPage';

/** Dependencies of the routes. */
export interface BrowserRoutesOptions {
  handshake: Handshake;
  cookies: Cookies;
  /** Human-readable name of the provider. */
  prettyName: string;
}

/** The unparsed query of a request, including the question mark. */
const searchOf = ({ originalUrl }: Request) => {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start);
};

/** Routes to start a sign-in, return to the callback, choose an API, consent and sign out. */
export const browserRoutes = ({
  cookies,
  handshake,
  prettyName,
}: BrowserRoutesOptions): Routes => {
  const sessionOf = (request: Request, sessionId: string) => {
    const secret = cookies.session(request, sessionId);
    return handshake.session(secret, sessionId);
  };
  const submittedForm = (
    request: Request,
    { csrf, s }: { s: string; csrf?: string },
  ): SubmittedForm => {
    const origin = request.get('origin');
    const fetchSite = request.get('sec-fetch-site');
    return {
      secret: cookies.session(request, s),
      sessionId: s,
      csrf,
      isSameOrigin: isSameOriginRequest(
        { origin, fetchSite },
        handshake.externalUrl,
      ),
    };
  };

  const authorize = async (request: Request, response: Response) => {
    const { c, p, pickup, provider, refresh, s, u } = parseInput(
      authorizeQuery,
      request.query,
    );
    const client = await handshake.client({
      redirect: {
        ...(p !== undefined && { port: p }),
        ...(u !== undefined && { url: u }),
      },
      sessionId: s,
      clusterId: c,
      ...(pickup && { pickup }),
      ...(refresh && { refresh: true }),
    });
    const [only, ...others] = handshake.providers;
    const chosen = provider ?? (others.length === 0 ? only?.id : undefined);
    if (chosen === undefined) {
      const choices = handshake.providers.map(({ id, title }) => {
        const query = new URLSearchParams(searchOf(request));
        query.set('provider', id);
        return { id, title, link: `authorize?${query}` };
      });
      sendPage(response, h(ProvidersPage, { provider: prettyName, choices }));
      return;
    }
    const secret = cookies.browser(request) ?? newSecret();
    const url = await handshake.beginSignIn(client, chosen, secret);
    cookies.setBrowser(response, secret);
    response.redirect(302, url.href);
  };

  const callbackAt =
    (path: string) => async (request: Request, response: Response) => {
      const url = new URL(`${handshake.externalUrl}${path}`);
      url.search = searchOf(request);
      const browserSecret = cookies.browser(request);
      const opened = await handshake.finishSignIn(url, browserSecret);
      const { refresh, sessionId } = opened.session.client;
      cookies.setSession(response, sessionId, opened.secret);
      const next = refresh ? renewLink(sessionId) : offersLink(sessionId);
      response.redirect(
        302,
        `${'../'.repeat(path.split('/').length - 2)}${next}`,
      );
    };
  const callbacks = Object.fromEntries(
    handshake.providers.map(({ callbackUrl }) => {
      const path = callbackUrl.slice(handshake.externalUrl.length);
      return [path, { get: callbackAt(path) }];
    }),
  );

  const resources = async (request: Request, response: Response) => {
    const { s } = parseInput(sessionQuery, request.query);
    const session = await sessionOf(request, s);
    const offers = await handshake.offers(session.person);
    const props = { provider: prettyName, session, offers };
    sendPage(response, h(OffersPage, props), session);
  };

  const consent = async (request: Request, response: Response) => {
    const { api, group, resource, s } = parseInput(bindQuery, request.query);
    const session = await sessionOf(request, s);
    const requestedApis: ApiResource[] = resource
      ? [{ group, resource }, ...api]
      : api;
    const offers = await handshake.requireOffers(session, requestedApis);
    const props = { provider: prettyName, session, offers };
    sendPage(response, h(ConsentPage, props), session);
  };

  const bind = async (request: Request, response: Response) => {
    const form = parseInput(bindForm, request.body);
    const next = await handshake.grant({
      form: submittedForm(request, form),
      apis: form.api,
      offersDigest: form.shown,
    });
    cookies.clearSession(response, form.s);
    // Not `response.redirect`, whose body repeats the URL: for the upstream CLI it holds the binding response.
    response.status(303).location(next).end();
  };

  const signOut = async (request: Request, response: Response) => {
    const form = parseInput(sessionForm, request.body);
    await handshake.signOut(submittedForm(request, form));
    cookies.clearSession(response, form.s);
    const message =
      'You are signed out here. Your identity provider may still know you.';
    const props = { provider: prettyName, title: 'Signed out', message };
    sendPage(response, h(MessagePage, props));
  };

  return {
    '/authorize': { get: authorize },
    ...callbacks,
    '/resources': { get: resources },
    '/bind': { get: consent, post: bind },
    '/sign-out': { post: signOut },
  };
};
