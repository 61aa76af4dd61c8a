/** The one reconcile of a binding: bring it up and write its conditions, or take it apart. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { createController, keyOf, type ReconcileContext } from '@klutch/kube';
import { bindingIndexes, type AppCluster } from '../appCluster';
import { unbindFinalizer } from '../markers';
import { bindingFigures } from './bindingFigures';
import type { BindingWriter } from './bindingWriter';
import {
  bringUp,
  namedBy,
  standDown,
  type BindingParts,
  type BindingResult,
} from './bringUp';
import { isConclusive } from '../conditions/bindingStatus';
import { createParts } from './createParts';
import { takeApart } from './takeApart';

/** All bindings at work. */
export interface Bindings {
  /** Is every binding followed, or says in its conditions why not? */
  readonly settled: boolean;
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
  const { bindings, duty, logger, metrics, takes } = appCluster;
  const settled = new Set<string>();
  const parts = createParts(appCluster, signal, {
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
      const { object: binding, rememberedForMs } = parts.writer.see(key);
      if (rememberedForMs) context.requeueAfter(rememberedForMs);
      if (!binding || !takes(binding)) {
        await forget(parts, key);
        settled.delete(key);
      } else if (binding.metadata.deletionTimestamp) {
        await takeApart(parts, key, binding, context);
        settled.add(key);
      } else if (await lookAt(parts, key, binding, context)) settled.add(key);
    },
  });
  controller.start(signal);
  const hideFigures = metrics?.asked.bindings(() =>
    bindingFigures(bindings.list().filter(takes)),
  );
  if (hideFigures) {
    signal.addEventListener('abort', hideFigures, { once: true });
  }
  duty.onLead(() => bindings.list().map(keyOf).forEach(enqueue), signal);

  function enqueue(key: string): void {
    controller.enqueue(key);
  }
  function enqueueBy(index: string, value: string): void {
    bindings.byIndex(index, value).map(keyOf).forEach(enqueue);
  }

  return {
    get settled() {
      return bindings
        .list()
        .every(binding => settled.has(keyOf(binding)) || !takes(binding));
    },
    async stopped() {
      await controller.stopped();
      await parts.syncers.closed();
      await parts.connections.closed();
    },
  };
}

/** @returns whether it is followed, or says why not. */
async function lookAt(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<boolean> {
  const { writer, appCluster } = parts;
  if (!appCluster.duty.leading) {
    const { state } = await bringUp(parts, key, binding, context);
    return isConclusive(state);
  }
  const held = await hold(writer, binding);
  const result = await bringUp(parts, key, held, context);
  // Of one that went to another shard, that one tells.
  if (appCluster.takes(result.binding)) await writeDown(writer, result);
  return isConclusive(result.state);
}

async function forget(parts: BindingParts, key: string): Promise<void> {
  await standDown(parts, key);
  const { bindings, takes } = parts.appCluster;
  const named = namedBy(bindings.list().filter(takes));
  parts.secrets.retain(named.secrets);
  parts.crds.retain(named.apis);
}

/** Our finalizer first: a binding must not vanish while objects still carry the syncer's. */
async function hold(
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

async function writeDown(
  writer: BindingWriter,
  result: BindingResult,
): Promise<void> {
  const { binding, state, controlPlane, apiExport, crd } = result;
  await writer.writeState(binding, state);
  if (!controlPlane || !apiExport) return;
  await writer.writeExport(controlPlane.client, apiExport, {
    connected: { ok: true },
    consumerInSync: state.schemaInSync ?? state.connected,
    crd,
  });
}
