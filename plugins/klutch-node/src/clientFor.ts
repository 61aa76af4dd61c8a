/** Clients of the portal's REST API for modules of other backend plugins. */
import type {
  AuthService,
  BackstageCredentials,
  DiscoveryService,
} from '@backstage/backend-plugin-api';
import {
  createKlutchClient,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';

/** Creates a REST client that acts as the user or service behind the credentials. @public */
export type KlutchClientFor = (
  credentials: BackstageCredentials,
) => Promise<KlutchClient>;

/** Services of Backstage that {@link createKlutchClientFor} uses. @public */
export interface KlutchClientForOptions {
  /** Issues the token of each request. */
  auth: AuthService;
  /** Finds the portal's backend. */
  discovery: DiscoveryService;
}

/**
 * Clients for the portal's backend in this Backstage. Each of their requests gets a token of its own.
 *
 * @public
 */
export const createKlutchClientFor =
  ({ auth, discovery }: KlutchClientForOptions): KlutchClientFor =>
  async credentials =>
    createKlutchClient({
      baseUrl: await discovery.getBaseUrl('klutch'),
      fetch: async request => {
        // For each request, because a caller can work for longer than a token is valid.
        const { token } = await auth.getPluginRequestToken({
          onBehalfOf: credentials,
          targetPluginId: 'klutch',
        });
        request.headers.set('authorization', `Bearer ${token}`);
        return fetch(request);
      },
    });
