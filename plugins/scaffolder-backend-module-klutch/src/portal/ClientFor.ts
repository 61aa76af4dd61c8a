/** Clients of the portal's REST API that act as the person who runs a template. */
import type {
  AuthService,
  BackstageCredentials,
  DiscoveryService,
} from '@backstage/backend-plugin-api';
import {
  createKlutchClient,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';

/** Creates a REST client that acts as the user behind the credentials. @public */
export type ClientFor = (
  credentials: BackstageCredentials,
) => Promise<KlutchClient>;

/** Services of Backstage that {@link createClientFor} uses. */
export interface ClientForOptions {
  auth: AuthService;
  discovery: DiscoveryService;
}

/** Clients for the portal's backend in this Backstage. */
export const createClientFor =
  ({ auth, discovery }: ClientForOptions): ClientFor =>
  async credentials =>
    createKlutchClient({
      baseUrl: await discovery.getBaseUrl('klutch'),
      fetch: async request => {
        // For each request, because a step can wait for longer than a token is valid.
        const { token } = await auth.getPluginRequestToken({
          onBehalfOf: credentials,
          targetPluginId: 'klutch',
        });
        request.headers.set('authorization', `Bearer ${token}`);
        return fetch(request);
      },
    });
