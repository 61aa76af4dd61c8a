/** The portal's REST client as a utility API, for both frontend systems. */
import { createApiRef } from '@backstage/frontend-plugin-api';
import type { DiscoveryApi, FetchApi } from '@backstage/core-plugin-api';
import {
  createKlutchClient,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';

/** The portal's REST client. @public */
export const klutchApiRef = createApiRef<KlutchClient>().with({
  id: 'plugin.klutch.api',
  pluginId: 'klutch',
});

const placeholder = 'http://klutch.invalid';

/**
 * Creates the REST client with the app's discovery and fetch APIs, so that requests carry the user's token.
 *
 * @public
 */
export function createKlutchApi(apis: {
  discoveryApi: DiscoveryApi;
  fetchApi: FetchApi;
}): KlutchClient {
  return createKlutchClient({
    baseUrl: placeholder,
    // Passing the Request with another URL would stream its body, which browsers refuse over HTTP/1.1.
    fetch: async request => {
      const base = await apis.discoveryApi.getBaseUrl('klutch');
      const body = await request.text();
      return apis.fetchApi.fetch(base + request.url.slice(placeholder.length), {
        method: request.method,
        headers: request.headers,
        body: body || undefined,
        signal: request.signal,
      });
    },
  });
}
