/** Takes the fields of a copy or a CRD over from the reference's konnector, so that a field its user removes vanishes. */
import { fieldManagers } from '@klutch/bind-api';
import type { KubeClient, KubeObject, Resource } from '@klutch/kube';
import { planTakeOver } from './planTakeOver';

/** Reads the copy live and rewrites its managed fields if need be; the next apply then removes what is not wanted. */
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
