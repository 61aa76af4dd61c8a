/** Signs a person in at the portal the way a browser does, for the demo and the sandbox's own set-up. */
import fetchCookie from 'fetch-cookie';
import {
  createKlutchClient,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import { PASSWORD, type Person } from './people';

/** A person's session at the portal. */
export interface PortalSession {
  person: Person;
  /** Backstage token, valid for an hour. */
  token: string;
  /** REST client that acts as the person. */
  client: KlutchClient;
}

/**
 * Goes through the whole sign-in: portal, identity provider, password form, callback.
 *
 * @param url - the portal's base URL
 * @throws Error with the step that failed
 */
export async function signIn(
  url: string,
  person: Person,
): Promise<PortalSession> {
  const browser = fetchCookie(fetch);
  const start = new URL('/api/auth/oidc/start', url);
  start.searchParams.set('env', 'development');
  start.searchParams.set('scope', 'openid profile email');
  const form = await browser(start);
  if (!form.ok) {
    throw new Error(
      `The portal did not lead to the sign-in page: ${form.status} from ${new URL(form.url).pathname}.`,
    );
  }
  const callback = await browser(form.url, {
    method: 'POST',
    body: new URLSearchParams({ name: person.name, password: PASSWORD }),
  });
  await callback.arrayBuffer();
  const refresh = new URL('/api/auth/oidc/refresh', url);
  refresh.searchParams.set('env', 'development');
  const session = await browser(refresh, {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  });
  if (!session.ok) {
    throw new Error(
      `The portal refused the sign-in of ${person.name}: ${session.status} ${await session.text()}`,
    );
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
  return { person, token, client };
}
