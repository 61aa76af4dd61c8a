/** The one reconcile of a binding: bring it up and write its conditions, or take it apart. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { createController, keyOf, type ReconcileContext } from '@klutch/kube';
import { bindingIndexes, type AppCluster } from '../appCluster';
import { unbindFinalizer } from '../markers';
import { bindingMetricValues } from './bindingMetricValues';
import type { BindingWriter } from './bindingWriter';
import {
  reconcileBinding,
  referencedBy,
  stopBinding,
  type BindingParts,
  type BindingResult,
} from './reconcileBinding';
import { isConclusive } from '../conditions/bindingStatus';
import { createBindingParts } from './createBindingParts';
import { finalizeBinding } from './finalizeBinding';

/** All bindings at work. */
export interface Bindings {
  /** Is every binding followed, or says in its conditions why not? */
  readonly hasSynced: boolean;
  /** Resolves when nothing is written any more. */
  stopped(): Promise<void>;
}

/**
 * Starts to look after all bindings of the app cluster. A process that stands by follows all that they need, and writes
 * nothing.
 */
export function startBindings(
  appCluster: AppCluster,
  signal: AbortSignal,
): Bindings {
  const { bindings, leaderElector, logger, metrics, isInShard } = appCluster;
  const syncedBindings = new Set<string>();
  const parts = createBindingParts(appCluster, signal, {
    binding: enqueue,
    secret: id => enqueueBy(bindingIndexes.secret, id),
    api: name => enqueueBy(bindingIndexes.api, name),
  });

  const controller = createController({
    name: 'bindings',
    logger,
    metrics,
    watches: [{ cache: bindings }],
    async reconcile(key, context) {
      const { object: binding, expiresInMs } = parts.writer.get(key);
      if (expiresInMs) context.requeueAfter(expiresInMs);
      if (!binding || !isInShard(binding)) {
        await forgetBinding(parts, key);
        syncedBindings.delete(key);
      } else if (binding.metadata.deletionTimestamp) {
        await finalizeBinding(parts, key, binding, context);
        syncedBindings.add(key);
      } else if (await reconcileOrFollow(parts, key, binding, context))
        syncedBindings.add(key);
    },
  });
  controller.start(signal);
  const unregisterGauges = metrics?.gauges.bindings(() =>
    bindingMetricValues(bindings.list().filter(isInShard)),
  );
  if (unregisterGauges) {
    signal.addEventListener('abort', unregisterGauges, { once: true });
  }
  leaderElector.onStartedLeading(
    () => bindings.list().map(keyOf).forEach(enqueue),
    signal,
  );

  function enqueue(key: string): void {
    controller.enqueue(key);
  }
  function enqueueBy(index: string, value: string): void {
    bindings.byIndex(index, value).map(keyOf).forEach(enqueue);
  }

  return {
    get hasSynced() {
      return bindings
        .list()
        .every(
          binding => syncedBindings.has(keyOf(binding)) || !isInShard(binding),
        );
    },
    async stopped() {
      await controller.stopped();
      await parts.syncers.stopAll();
      await parts.connections.closeAll();
    },
  };
}

/** @returns whether it is followed, or says why not. */
async function reconcileOrFollow(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<boolean> {
  const { writer, appCluster } = parts;
  if (!appCluster.leaderElector.isLeader) {
    const { state } = await reconcileBinding(parts, key, binding, context);
    return isConclusive(state);
  }
  const withFinalizer = await ensureFinalizer(writer, binding);
  const result = await reconcileBinding(parts, key, withFinalizer, context);
  // Of one that went to another shard, that one tells.
  if (appCluster.isInShard(result.binding)) await writeStatus(writer, result);
  return isConclusive(result.state);
}

async function forgetBinding(parts: BindingParts, key: string): Promise<void> {
  await stopBinding(parts, key);
  const { bindings, isInShard } = parts.appCluster;
  const referenced = referencedBy(bindings.list().filter(isInShard));
  parts.secrets.retain(referenced.secrets);
  parts.crds.retain(referenced.apis);
}

/** Our finalizer first: a binding must not vanish while objects still carry the syncer's. */
async function ensureFinalizer(
  writer: BindingWriter,
  binding: APIServiceBinding,
): Promise<APIServiceBinding> {
  const { finalizers = [] } = binding.metadata;
  return finalizers.includes(unbindFinalizer)
    ? binding
    : writer.patchMetadata(binding, {
        finalizers: [...finalizers, unbindFinalizer],
      });
}

async function writeStatus(
  writer: BindingWriter,
  result: BindingResult,
): Promise<void> {
  const { binding, state, controlPlane, apiExport, crd } = result;
  await writer.writeStatus(binding, state);
  if (!controlPlane || !apiExport) return;
  await writer.writeExportStatus(controlPlane.client, apiExport, {
    connected: { ok: true },
    consumerInSync: state.schemaInSync ?? state.connected,
    crd,
  });
}
