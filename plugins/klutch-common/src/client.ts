/** The portal's REST client, with types generated from the OpenAPI document. */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './openapi/generated/schema';

/** Schemas of the portal's REST API, by name. @public */
export type Schemas = components['schemas'];

/** Client for the portal's REST API: `GET(path, options)` and so on, typed by the OpenAPI document. @public */
export type KlutchClient = Client<paths>;

/** Options of {@link createKlutchClient}. @public */
export interface KlutchClientOptions {
  /** Base URL of the klutch backend plugin, for example from the discovery service. */
  baseUrl: string;
  /** Adds the caller's credentials. */
  fetch: (request: Request) => Promise<Response>;
}

/**
 * Creates a client for the portal's REST API. Calls resolve to `{ data }` or `{ error }` and reject only
 * when the backend is unreachable.
 *
 * @public
 */
export function createKlutchClient(options: KlutchClientOptions): KlutchClient {
  return createFetchClient<paths>({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
  });
}
