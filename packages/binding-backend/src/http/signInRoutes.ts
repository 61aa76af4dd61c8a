/** HTML routes that start a sign-in at an identity provider, and that users return to after the sign-in. */
import type { Request } from 'express';
import type { SignInChoice } from '../handshake/createHandshake';
import { newSecret } from '../handshake/secrets';
import type { BrowserRoutesOptions } from './BrowserRoutesOptions';
import { authorizeQuery, parseInput } from './input';
import { offersLink, renewLink } from './links';
import { h } from './pages/element';
import { ProvidersPage } from './pages/ProvidersPage';
import type { Handler, Routes } from './routes';
import { sendPage } from './sendPage';

/** The unparsed query of a request, including the question mark. */
const searchOf = ({ originalUrl }: Request) => {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start);
};

/** The identity provider that the query names, or the only one. */
const chosenProvider = (
  providers: readonly SignInChoice[],
  named: string | undefined,
): string | undefined =>
  named ?? (providers.length === 1 ? providers[0]?.id : undefined);

/** Links that repeat the query and add the identity provider. */
const choices = (providers: readonly SignInChoice[], search: string) =>
  providers.map(({ id, title }) => {
    const query = new URLSearchParams(search);
    query.set('provider', id);
    return { id, title, link: `authorize?${query}` };
  });

const authorize =
  ({ cookies, handshake, prettyName }: BrowserRoutesOptions): Handler =>
  async (request, response) => {
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
    const { providers } = handshake;
    const chosen = chosenProvider(providers, provider);
    if (chosen === undefined) {
      const props = {
        provider: prettyName,
        choices: choices(providers, searchOf(request)),
      };
      sendPage(response, h(ProvidersPage, props));
      return;
    }
    const secret = cookies.browser(request) ?? newSecret();
    const url = await handshake.beginSignIn(client, chosen, secret);
    cookies.setBrowser(response, secret);
    response.redirect(302, url.href);
  };

const callback =
  ({ cookies, handshake }: BrowserRoutesOptions, path: string): Handler =>
  async (request, response) => {
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

/** The start of a sign-in, and a callback for each identity provider. */
export const signInRoutes = (options: BrowserRoutesOptions): Routes => {
  const { externalUrl, providers } = options.handshake;
  const callbacks = providers.map(({ callbackUrl }) => {
    const path = callbackUrl.slice(externalUrl.length);
    return [path, { get: callback(options, path) }];
  });
  return {
    '/authorize': { get: authorize(options) },
    ...Object.fromEntries(callbacks),
  };
};
