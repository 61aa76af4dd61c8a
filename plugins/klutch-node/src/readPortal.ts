/** Reads lists of the portal's REST API for modules. Incomplete answers are errors: nothing may be removed because of them. */
import { ServiceUnavailableError } from '@backstage/errors';
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';

/** Rows of a page of instances; the most that the portal returns. */
const PAGE_SIZE = 1_000;

/**
 * An answer of the portal's REST API.
 *
 * @public
 */
export interface KlutchAnswer<T> {
  /** The document; undefined if the answer is an error. */
  data?: T;
  /** Code and message of an error. */
  error?: Partial<Schemas['Error']>;
  /** The answer itself, with its status. */
  response: Response;
}

/**
 * The document of an answer.
 *
 * @throws ServiceUnavailableError with the portal's message, if the answer is an error
 * @public
 */
export function dataOf<T>({ data, error, response }: KlutchAnswer<T>): T {
  if (data !== undefined) return data;
  const message = error?.error?.message ?? response.statusText;
  throw new ServiceUnavailableError(
    `The portal answered ${response.status}: ${message}`,
  );
}

/**
 * Every service that the control plane cluster offers or has offered, of all types.
 *
 * @throws ServiceUnavailableError also while the control plane cluster is unreachable, because services may be missing
 * then
 * @public
 */
export async function readServices(
  client: KlutchClient,
  signal?: AbortSignal,
): Promise<Schemas['Service'][]> {
  const { items, controlPlane } = dataOf(
    await client.GET('/services', { signal }),
  );
  if (!controlPlane.reachable) {
    throw new ServiceUnavailableError(
      'The control plane cluster is unreachable.',
    );
  }
  return items;
}

/**
 * The instances on one app cluster, or on all of them, page by page.
 *
 * @throws ServiceUnavailableError also while the app cluster is unreachable, or some instances may be missing
 * @public
 */
export async function* readInstances(
  client: KlutchClient,
  { cluster, signal }: { cluster?: string; signal?: AbortSignal } = {},
): AsyncGenerator<Schemas['Claim'][]> {
  let cursor: string | undefined;
  do {
    const { items, clusters, complete, nextCursor } = dataOf(
      await client.GET('/claims', {
        params: {
          query: { type: 'instance', cluster, limit: PAGE_SIZE, cursor },
        },
        signal,
      }),
    );
    // Another replica of the portal may not know a new app cluster yet, and would answer that it has no instances.
    const appCluster = clusters.find(({ id }) => id === cluster);
    if (cluster && !appCluster?.reachability.reachable) {
      throw new ServiceUnavailableError('The app cluster is unreachable.');
    }
    if (!complete) {
      throw new ServiceUnavailableError(
        'The list of instances may be incomplete.',
      );
    }
    yield items;
    cursor = nextCursor;
  } while (cursor);
}
