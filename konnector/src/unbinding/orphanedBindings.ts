/**
 * Control-plane mode: removes the finalizer of a deleted binding whose app
 * cluster is permanently lost, when annotated by an operator.
 */
import { fieldManagers, type APIServiceBinding } from '@klutch/bind-api';
import {
  createController,
  isConflict,
  isNotFound,
  keyOf,
  type Cache,
  type Controller,
  type KubeClient,
  type KubeMetrics,
  type Logger,
} from '@klutch/kube';
import { annotations, unbindFinalizer } from '../markers';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';

/** True for a binding that is being deleted and annotated not to wait for the app cluster. */
const isOrphaned = ({ metadata }: APIServiceBinding): boolean =>
  metadata.deletionTimestamp !== undefined &&
  metadata.annotations?.[annotations.abandonAppCluster] === 'true' &&
  (metadata.finalizers?.includes(unbindFinalizer) ?? false);

/**
 * Needs only the cluster of the bindings, so it works while the app cluster is unreachable. Copies stay as they are.
 */
export function startOrphanedBindingController(options: {
  client: KubeClient;
  bindings: Cache<APIServiceBinding>;
  leadership: ReplicaLeadership;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}): Controller {
  const { client, bindings, leadership, signal } = options;
  const controller = createController({
    name: 'orphaned-bindings',
    logger: options.logger,
    metrics: options.metrics,
    watches: [{ cache: bindings }],
    async reconcile(key, { logger }) {
      const binding = bindings.get(key);
      if (!leadership.isLeader || !binding || !isOrphaned(binding)) return;
      const { namespace, name = '', uid, resourceVersion } = binding.metadata;
      const finalizers = binding.metadata.finalizers?.filter(
        finalizer => finalizer !== unbindFinalizer,
      );
      try {
        await client.mergePatch(
          bindings.resource,
          { namespace, name },
          { metadata: { uid, resourceVersion, finalizers } },
          { fieldManager: fieldManagers.marker },
        );
      } catch (error) {
        // The unbinding was faster, or the watch will deliver the other change.
        if (isConflict(error) || isNotFound(error)) return;
        throw error;
      }
      logger.warn(
        { binding: key },
        'removed the finalizer of an orphaned binding: objects on the app cluster keep their finalizer, copies stay',
      );
    },
  });
  controller.start(signal);
  leadership.onStartedLeading(
    () =>
      bindings
        .list()
        .map(keyOf)
        .forEach(key => controller.enqueue(key)),
    signal,
  );
  return controller;
}
