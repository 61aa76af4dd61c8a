/** Takes a binding apart: finalizers off, the CRD only when nothing of it is left, all data on the control plane kept. */
import { fieldManagers, type APIServiceBinding } from '@klutch/bind-api';
import { core, apiVersionOf, type KubeClient, type Logger } from '@klutch/kube';
import {
  withoutBindingPatch,
  isOwnedByAnotherBinding,
  isOwnedByBinding,
} from '../crds/crdOwner';
import { removeFinalizers } from './removeFinalizers';
import { servedResource } from '../crds/syncedApi';
import { NotServedError } from './classifyUnbindError';

const crds = core.customResourceDefinitions;

/**
 * Needs the app cluster only. Call it when the binding's syncer has stopped; it may be repeated.
 * @throws ApiError, FinalizerRemovalError, NotServedError when something keeps it from letting objects go, see `classifyUnbindError`;
 * nothing is lost then, the binding stays until it succeeds.
 */
export async function unbind(options: {
  client: KubeClient;
  binding: APIServiceBinding;
  /** All that this konnector knows. */
  bindings: readonly APIServiceBinding[];
  /** The bindings are in another cluster than the CRD: control-plane mode. */
  isRemoteBinding: boolean;
  logger: Logger;
  /** Hears how many objects were let go so far. */
  progress: (released: number) => Promise<void>;
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
    // Somebody made the CRD anew, and restored the objects as they were: with our finalizer.
    logger.info(
      { crd: name, objects: remaining },
      'unbound: the CRD was not installed for this binding and stays as it is; no object carries the finalizer any more',
    );
    return;
  }
  const { uid, resourceVersion } = crd.metadata;
  if (remaining === 0) {
    await client.delete(
      crds,
      { name },
      { preconditions: { uid, resourceVersion } },
    );
    logger.info(
      { crd: name },
      'unbound: no object was left, the CRD is removed',
    );
    return;
  }
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
