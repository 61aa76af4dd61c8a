/** Reads what the catalog shows besides instances. Incomplete answers are errors: nothing may be removed because of them. */
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { dataOf, readServices } from '@klutch/backstage-plugin-klutch-node';
import type { Platform } from './entities/platformEntities';

/** The version of everything that the portal shows; equal versions mean that nothing has changed. */
export async function readVersion(
  client: KlutchClient,
  signal: AbortSignal,
): Promise<string> {
  return dataOf(await client.GET('/changes', { signal })).version;
}

const isListed = async (
  client: KlutchClient,
  resource: string,
  signal: AbortSignal,
) =>
  (await readServices(client, signal)).some(
    service => service.resource === resource,
  );

/**
 * @returns undefined for a service that was withdrawn a moment ago
 * @throws ServiceUnavailableError also for a service that is not found, but still listed: a replica of the portal may not
 * have read its CRD yet
 */
async function readService(
  client: KlutchClient,
  resource: string,
  signal: AbortSignal,
): Promise<Schemas['ServiceDetail'] | undefined> {
  const answer = await client.GET('/services/{resource}', {
    params: { path: { resource } },
    signal,
  });
  const isWithdrawn =
    answer.response.status === 404 &&
    !(await isListed(client, resource, signal));
  return isWithdrawn ? undefined : dataOf(answer);
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
  const services: Schemas['ServiceDetail'][] = [];
  for (const { resource, type } of await readServices(client, signal)) {
    if (type !== 'instance') continue;
    const service = await readService(client, resource, signal);
    if (service) services.push(service);
  }
  const appClusters = dataOf(await client.GET('/app-clusters', { signal }));
  return { services, appClusters: appClusters.items };
}
