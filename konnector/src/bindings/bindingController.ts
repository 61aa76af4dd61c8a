/** Reconciles a binding and writes its conditions, or finalizes a binding that is being deleted. */
import {
  getCondition,
  type APIServiceBinding,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import {
  core,
  createController,
  keyOf,
  type ReconcileContext,
  type Secret,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { bindingIndexes } from '../bindingIndexes';
import { conditions, unbindFinalizer } from '../markers';
import type { Sample } from '../metrics/KonnectorMetrics';
import { BindingWriter } from './bindingWriter';
import {
  reconcileBinding,
  stopBinding,
  type BindingParts,
  type BindingResult,
} from './reconcileBinding';
import { isConclusive } from '../conditions/bindingStatus';
import { Connections } from '../controlPlane/connections';
import { CrdInstaller } from '../crds/installCrd';
import { Breakers } from '../deletion/breaker/BindingBreaker';
import { idOf, SingleObjectWatches } from '../singleObjectWatches';
import { deletionsPaused } from './bindingConditions';
import { finalizeBinding } from './finalizeBinding';
import { openSecret } from './openSecret';
import { openWithOwnKubeConfig } from './openWithOwnKubeConfig';
import { Syncers } from './syncers';

export interface Bindings {
  /** Whether every binding is synced or reports in its conditions why not. */
  readonly hasSynced: boolean;
  /** Resolves when the controller has stopped writing. */
  stopped(): Promise<void>;
}

/**
 * Starts the controller for all bindings of the app cluster. A standby replica watches everything that the bindings
 * need, and writes nothing.
 */
export function startBindings(
  appCluster: AppCluster,
  signal: AbortSignal,
): Bindings {
  const { bindings, leadership, logger, metrics, isInShard } = appCluster;
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
  const ownBindings = () => bindings.list().filter(isInShard);
  metrics?.gauges.add(
    {
      klutch_konnector_bindings: () => readySamples(ownBindings()),
      klutch_konnector_bindings_paused: () => [
        { value: ownBindings().filter(isPaused).length },
      ],
    },
    signal,
  );
  leadership.onStartedLeading(
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

/**
 * Callbacks that requeue bindings: after a change of the syncer or connection, of the secret, or of the export or CRD.
 */
interface RequeueHandlers {
  binding: (key: string) => void;
  secret: (id: string) => void;
  api: (name: string) => void;
}

/** Starts no watch: each watch starts with its first use and ends with the signal. */
function createBindingParts(
  appCluster: AppCluster,
  signal: AbortSignal,
  requeue: RequeueHandlers,
): BindingParts {
  const { client, bindingCluster, remote, bindings, logger } = appCluster;
  const watching = { signal, logger, metrics: appCluster.metrics };
  const writer = new BindingWriter(bindingCluster, bindings);
  const breakers = new Breakers({
    store: writer,
    limits: appCluster.deletionLimits,
    changed: requeue.binding,
  });
  const secrets = new SingleObjectWatches<Secret>({
    ...watching,
    client: bindingCluster,
    resource: core.secrets,
    changed: requeue.secret,
  });
  const connections = new Connections({
    appCluster,
    breakers,
    signal,
    changed: requeue.binding,
    exportChanged: requeue.api,
  });
  remote?.onChange(() => bindings.list().map(keyOf).forEach(requeue.binding));
  return {
    appCluster,
    open: remote
      ? openWithOwnKubeConfig(connections, remote)
      : (key, binding) => openSecret({ secrets, connections }, key, binding),
    secrets,
    crds: new SingleObjectWatches<CustomResourceDefinition>({
      ...watching,
      client,
      resource: core.customResourceDefinitions,
      changed: requeue.api,
    }),
    connections,
    breakers,
    syncers: new Syncers({
      breakers,
      signal,
      changed: requeue.binding,
    }),
    installer: new CrdInstaller(client, appCluster.leadership),
    writer,
  };
}

/** Counts bindings by their last written condition. */
function readySamples(bindings: readonly APIServiceBinding[]): Sample[] {
  const counts = { True: 0, False: 0, Unknown: 0 };
  for (const { status } of bindings) {
    const ready = getCondition(status?.conditions, 'Ready')?.status;
    counts[ready === 'True' || ready === 'False' ? ready : 'Unknown'] += 1;
  }
  return Object.entries(counts).map(([ready, value]) => ({
    labels: { ready },
    value,
  }));
}

function isPaused({ status }: APIServiceBinding): boolean {
  const syncing = getCondition(status?.conditions, conditions.syncing);
  return syncing?.reason === deletionsPaused;
}

/** @returns whether the binding is synced or its conditions give the reason why not. */
async function reconcileOrFollow(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<boolean> {
  const { writer, appCluster } = parts;
  if (!appCluster.leadership.isLeader) {
    const { state } = await reconcileBinding(parts, key, binding, context);
    return isConclusive(state);
  }
  const withFinalizer = await ensureFinalizer(writer, binding);
  const result = await reconcileBinding(parts, key, withFinalizer, context);
  // A binding that moved to another shard gets its status from that shard.
  if (appCluster.isInShard(result.binding)) await writeStatus(writer, result);
  return isConclusive(result.state);
}

/** Stops a binding that is gone, and the watches of the Secrets and CRDs that no other binding references. */
async function forgetBinding(parts: BindingParts, key: string): Promise<void> {
  await stopBinding(parts, key);
  const { bindings, isInShard } = parts.appCluster;
  const others = bindings.list().filter(isInShard);
  parts.secrets.retain(
    new Set(
      others.flatMap(({ spec }) =>
        spec ? [idOf(spec.kubeconfigSecretRef)] : [],
      ),
    ),
  );
  parts.crds.retain(new Set(others.map(({ metadata }) => metadata.name ?? '')));
}

/**
 * Sets the finalizer before anything else: a binding must not be deleted while objects still have the syncer's
 * finalizer.
 */
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
