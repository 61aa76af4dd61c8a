/** Reads the portal's REST API. Incomplete answers are errors: nothing may be removed because of them. */
import { ServiceUnavailableError } from '@backstage/errors';
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { Platform } from './entities/platformEntities';

/** Rows of a page of instances; the most that the portal returns. */
const PAGE_SIZE = 1_000;

/** An answer of the client. */
interface Answer<T> {
  data?: T;
  error?: Partial<Schemas['Error']>;
  response: Response;
}

function dataOf<T>({ data, error, response }: Answer<T>): T {
  if (data !== undefined) return data;
  const message = error?.error?.message ?? response.statusText;
  throw new ServiceUnavailableError(
    `The portal answered ${response.status}: ${message}`,
  );
}

/** The version of everything that the portal shows; equal versions mean that nothing has changed. */
export async function readVersion(
  client: KlutchClient,
  signal: AbortSignal,
): Promise<string> {
  return dataOf(await client.GET('/changes', { signal })).version;
}

/** @returns undefined for a service that was withdrawn a moment ago */
async function readService(
  client: KlutchClient,
  resource: string,
  signal: AbortSignal,
): Promise<Schemas['ServiceDetail'] | undefined> {
  const answer = await client.GET('/services/{resource}', {
    params: { path: { resource } },
    signal,
  });
  return answer.response.status === 404 ? undefined : dataOf(answer);
}

/**
 * Services and app clusters.
 *
 * @throws ServiceUnavailableError also while the control plane cluster is unreachable, because services and app
 * clusters may be missing then
 */
export async function readPlatform(
  client: KlutchClient,
  signal: AbortSignal,
): Promise<Platform> {
  const { items, controlPlane } = dataOf(
    await client.GET('/services', { signal }),
  );
  if (!controlPlane.reachable) {
    throw new ServiceUnavailableError(
      'The control plane cluster is unreachable.',
    );
  }
  const services: Schemas['ServiceDetail'][] = [];
  for (const { resource, type } of items) {
    if (type !== 'instance') continue;
    const service = await readService(client, resource, signal);
    if (service) services.push(service);
  }
  const appClusters = dataOf(await client.GET('/app-clusters', { signal }));
  return { services, appClusters: appClusters.items };
}

/**
 * The instances on an app cluster, page by page.
 *
 * @throws ServiceUnavailableError also while the app cluster is unreachable, or some of its instances may be missing
 */
export async function* readInstances(
  client: KlutchClient,
  cluster: string,
  signal: AbortSignal,
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
    if (!appCluster?.reachability.reachable) {
      throw new ServiceUnavailableError('The app cluster is unreachable.');
    }
    if (!complete) {
      throw new ServiceUnavailableError(
        'The list of its instances may be incomplete.',
      );
    }
    yield items;
    cursor = nextCursor;
  } while (cursor);
}
