/** Signs a user in at the portal as a browser does, for the demo and the sandbox's own set-up. */
import fetchCookie from 'fetch-cookie';
import { waitFor } from '@klutch/local-processes';
import {
  createKlutchClient,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import { PASSWORD, type SandboxUser } from './users';

/** A user's session at the portal. */
export interface PortalSession {
  user: SandboxUser;
  /** Backstage token, valid for an hour. */
  token: string;
  /** REST client that acts as the user. */
  client: KlutchClient;
}

/** The portal refused the sign-in; a later attempt may succeed, when the catalog has the user. */
export class SignInError extends Error {
  constructor(user: SandboxUser, reason: string) {
    super(`The portal refused the sign-in of ${user.name}: ${reason}`);
    this.name = 'SignInError';
  }
}

/** The error in the callback page's message to its opener, if any. */
function errorIn(page: string): string | undefined {
  const encoded = /decodeURIComponent\('([^']+)'\)/.exec(page)?.[1];
  if (!encoded) return 'The callback page has no message.';
  const answer = JSON.parse(decodeURIComponent(encoded)) as {
    error?: { message: string };
  };
  return answer.error?.message;
}

/**
 * Performs the whole sign-in: portal, identity provider, password form, callback.
 *
 * @param url - the portal's base URL
 * @throws Error that names the failed step
 */
export async function signIn(
  url: string,
  user: SandboxUser,
): Promise<PortalSession> {
  const cookieFetch = fetchCookie(fetch);
  const start = new URL('/api/auth/oidc/start', url);
  start.searchParams.set('env', 'development');
  start.searchParams.set('scope', 'openid profile email');
  const form = await cookieFetch(start);
  if (!form.ok || new URL(form.url).origin === new URL(url).origin) {
    throw new Error(
      `The portal did not redirect to the sign-in page: ${form.status} from ${new URL(form.url).pathname}.`,
    );
  }
  const callback = await cookieFetch(form.url, {
    method: 'POST',
    body: new URLSearchParams({ name: user.name, password: PASSWORD }),
  });
  const refusal = errorIn(await callback.text());
  if (refusal) throw new SignInError(user, refusal);
  const refresh = new URL('/api/auth/oidc/refresh', url);
  refresh.searchParams.set('env', 'development');
  const session = await cookieFetch(refresh, {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  });
  if (!session.ok) {
    throw new SignInError(user, await session.text());
  }
  const body = (await session.json()) as {
    backstageIdentity: { token: string };
  };
  const { token } = body.backstageIdentity;
  const client = createKlutchClient({
    baseUrl: `${url}/api/klutch`,
    fetch: request => {
      request.headers.set('authorization', `Bearer ${token}`);
      return fetch(request);
    },
  });
  return { user, token, client };
}

/**
 * Signs a user in as soon as the portal's catalog has the user.
 *
 * @throws after a minute, with the last refusal
 */
export async function signInWhenKnown(
  url: string,
  user: SandboxUser,
  signal: AbortSignal,
): Promise<PortalSession> {
  let session: PortalSession | undefined;
  await waitFor(
    async () => {
      session = await signIn(url, user);
      return true;
    },
    {
      what: `${user.name} can sign in at the portal`,
      timeoutMs: 60_000,
      intervalMs: 500,
      signal,
    },
  );
  if (!session) throw new SignInError(user, 'no session');
  return session;
}
