/**
 * Takes over the fields of a copy or a CRD from the reference's konnector, so
 * that a field removed by the user is removed from the copy.
 */
import { fieldManagers } from '@klutch/bind-api';
import type { KubeClient, KubeObject, Resource } from '@klutch/kube';
import { planTakeOver } from './planTakeOver';

/** Reads the object live and rewrites its managed fields if needed; the next apply then removes undesired fields. */
export async function takeOverFields<T extends KubeObject>(
  client: KubeClient,
  resource: Resource<T>,
  key: { namespace?: string; name: string },
): Promise<void> {
  const { namespace, name } = key;
  const live = await client.get(resource, { namespace, name });
  const managedFields = planTakeOver(live?.metadata.managedFields);
  if (!live || !managedFields) return;
  const { uid, resourceVersion } = live.metadata;
  await client.mergePatch(
    resource,
    { namespace, name },
    { metadata: { uid, resourceVersion, managedFields } },
    { fieldManager: fieldManagers.spec },
  );
}
