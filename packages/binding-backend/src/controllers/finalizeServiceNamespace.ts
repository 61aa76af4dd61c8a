/** Deletes a service namespace once it is empty. */
import { finalizers, type APIServiceNamespace } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { byNamespace } from './caches';
import type { ControllerContext } from './context';
import { remainingObjects } from './remainingObjects';
import { removeFinalizer } from './removeFinalizer';
import {
  namespaceOwnership,
  retainedNamespaceMessage,
  targetNamespace,
} from './serviceNamespaceOwnership';
import { reportProblem } from './serviceNamespaceProblem';

/** Deletes the namespace if it belongs to this object and contains no live objects; then removes the finalizer. */
export const finalizeServiceNamespace = async (
  context: ControllerContext,
  object: APIServiceNamespace,
  retry: () => void,
): Promise<void> => {
  const { client, caches } = context;
  if (!object.metadata.finalizers?.includes(finalizers.serviceNamespace))
    return;
  const target = targetNamespace(object);
  const name = target.ok ? target.value : undefined;
  const namespace = name
    ? await client.get(core.namespaces, { name })
    : undefined;
  const ownership = namespaceOwnership(object, namespace);
  if (ownership === 'terminating') return; // The deletion event of the namespace triggers the next reconciliation.
  if (ownership === 'ours' && name) {
    const { namespace: clusterNamespace = '' } = object.metadata;
    const remaining = await remainingObjects(client, {
      namespace: name,
      object,
      exports: caches.exports.byIndex(byNamespace, clusterNamespace),
      crds: caches.crds.list(),
    });
    const kept = retainedNamespaceMessage(name, remaining);
    if (kept) {
      retry();
      await reportProblem(context, object, kept);
      return;
    }
    const { uid } = namespace?.metadata ?? {};
    const preconditions = { uid };
    const deletion = await client.delete(
      core.namespaces,
      { name },
      { preconditions },
    );
    if (deletion === 'deleted') return;
  }
  await removeFinalizer(client, object);
};
