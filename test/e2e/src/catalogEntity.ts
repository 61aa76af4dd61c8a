/** Entities of the portal in the catalog. */
import { waitFor } from '@klutch/local-processes';
import { alice, signIn as openSession } from '@klutch/sandbox';
import { READY_TIMEOUT_MS } from './portalPages';

/** The catalog ingests an instance with a delay after its creation, and no page shows when. */
export async function waitForCatalogEntity(
  url: string,
  entity: string,
): Promise<void> {
  const { token } = await openSession(url, alice);
  const getEntity = () =>
    fetch(`${url}/api/catalog/entities/by-name/${entity}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  await waitFor(async () => (await getEntity()).ok, {
    what: `the catalog has ${entity}`,
    timeoutMs: READY_TIMEOUT_MS,
    intervalMs: 500,
  });
}
