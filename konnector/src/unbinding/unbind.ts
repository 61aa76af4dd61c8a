/**
 * Finalizes a binding: removes finalizers, deletes the CRD only when no object
 * is left, and keeps all data on the control plane.
 */
import { fieldManagers, type APIServiceBinding } from '@klutch/bind-api';
import { core, apiVersionOf, type KubeClient, type Logger } from '@klutch/kube';
import {
  withoutBindingPatch,
  isOwnedByAnotherBinding,
  isOwnedByBinding,
} from '../crds/crdOwner';
import { deleteAsRead } from '../deletion/deleteAsRead';
import { removeFinalizers } from './removeFinalizers';
import { servedResource } from '../crds/syncedApi';
import { NotServedError } from './classifyUnbindError';

const crds = core.customResourceDefinitions;

/**
 * Needs the app cluster only. Call after the binding's syncer has stopped; idempotent.
 * @throws ApiError, FinalizerRemovalError, NotServedError when finalizers cannot be removed, see `classifyUnbindError`;
 *   nothing is lost then, and the binding stays until a retry succeeds.
 */
export async function unbind(options: {
  client: KubeClient;
  binding: APIServiceBinding;
  /** All bindings in this konnector's cache. */
  bindings: readonly APIServiceBinding[];
  /** The bindings are in another cluster than the CRD: control-plane mode. */
  isRemoteBinding: boolean;
  logger: Logger;
  /** Called with the number of finalizers removed so far. */
  progress: (finalizersRemoved: number) => Promise<void>;
  signal: AbortSignal;
}): Promise<void> {
  const { client, binding, logger } = options;
  const name = binding.metadata.name ?? '';
  const crd = await client.get(crds, { name });
  if (!crd || isOwnedByAnotherBinding(crd, binding, options)) return;

  const resource = servedResource(crd);
  if (!resource) throw new NotServedError(name);
  const remaining = await removeFinalizers(client, resource, options);
  if (!isOwnedByBinding(crd, binding)) {
    // The CRD was recreated and the objects restored with our finalizer.
    logger.info(
      { crd: name, objects: remaining },
      'unbound: the CRD was not installed for this binding and is kept; no object has the finalizer any more',
    );
    return;
  }
  if (remaining === 0) {
    await deleteAsRead(client, crds, crd);
    logger.info(
      { crd: name },
      'unbound: no object was left, the CRD is deleted',
    );
    return;
  }
  const { uid, resourceVersion } = crd.metadata;
  await client.mergePatch(
    crds,
    { name },
    {
      metadata: {
        uid,
        resourceVersion,
        ...withoutBindingPatch(crd),
      },
    },
    { fieldManager: fieldManagers.spec },
  );
  logger.info(
    {
      crd: name,
      objects: remaining,
      apiVersion: apiVersionOf(resource),
    },
    'unbound: objects and their copies are kept, and so is the CRD',
  );
}
