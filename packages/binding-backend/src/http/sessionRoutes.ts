/** HTML routes of a session: choose an API, consent to its binding, and sign out. */
import type { Request } from 'express';
import type { ApiResource } from '@klutch/bind-api';
import type { Session } from '../handshake/HandshakeContext';
import type { SubmittedForm } from '../handshake/session';
import type { BrowserRoutesOptions } from './BrowserRoutesOptions';
import {
  bindForm,
  bindQuery,
  parseInput,
  sessionForm,
  sessionQuery,
} from './input';
import { ConsentPage } from './pages/ConsentPage';
import { h } from './pages/element';
import { MessagePage } from './pages/MessagePage';
import { OffersPage } from './pages/OffersPage';
import type { Handler, Routes } from './routes';
import { isSameOriginRequest } from './sameOrigin';
import { sendPage } from './sendPage';

const sessionOf = (
  { cookies, handshake }: BrowserRoutesOptions,
  request: Request,
  sessionId: string,
): Promise<Session> =>
  handshake.session(cookies.session(request, sessionId), sessionId);

const submittedForm = (
  { cookies, handshake }: BrowserRoutesOptions,
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

const resources =
  (options: BrowserRoutesOptions): Handler =>
  async (request, response) => {
    const { handshake, prettyName } = options;
    const { s } = parseInput(sessionQuery, request.query);
    const session = await sessionOf(options, request, s);
    const offers = await handshake.offers(session.person);
    const props = { provider: prettyName, session, offers };
    sendPage(response, h(OffersPage, props), session);
  };

const consent =
  (options: BrowserRoutesOptions): Handler =>
  async (request, response) => {
    const { handshake, prettyName } = options;
    const { api, group, resource, s } = parseInput(bindQuery, request.query);
    const session = await sessionOf(options, request, s);
    const requestedApis: ApiResource[] = resource
      ? [{ group, resource }, ...api]
      : api;
    const offers = await handshake.requireOffers(session, requestedApis);
    const props = { provider: prettyName, session, offers };
    sendPage(response, h(ConsentPage, props), session);
  };

const bind =
  (options: BrowserRoutesOptions): Handler =>
  async (request, response) => {
    const { cookies, handshake } = options;
    const form = parseInput(bindForm, request.body);
    const next = await handshake.submitConsent({
      form: submittedForm(options, request, form),
      apis: form.api,
      offersDigest: form.shown,
    });
    cookies.clearSession(response, form.s);
    // Not `response.redirect`, whose body repeats the URL: for the upstream CLI it holds the binding response.
    response.status(303).location(next).end();
  };

const signOut =
  (options: BrowserRoutesOptions): Handler =>
  async (request, response) => {
    const { cookies, handshake, prettyName } = options;
    const form = parseInput(sessionForm, request.body);
    await handshake.signOut(submittedForm(options, request, form));
    cookies.clearSession(response, form.s);
    const message =
      'You are signed out here. Your identity provider may still know you.';
    const props = { provider: prettyName, title: 'Signed out', message };
    sendPage(response, h(MessagePage, props));
  };

/** The routes of a session that a sign-in has opened. */
export const sessionRoutes = (options: BrowserRoutesOptions): Routes => ({
  '/resources': { get: resources(options) },
  '/bind': { get: consent(options), post: bind(options) },
  '/sign-out': { post: signOut(options) },
});
