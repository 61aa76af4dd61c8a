/** The one reconcile of a binding: bring it up and write its conditions, or take it apart. */
import {
  type APIServiceBinding,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import {
  core,
  createController,
  isForbidden,
  keyOf,
  type ReconcileContext,
  type Secret,
} from '@klutch/kube';
import { bindingIndexes, type AppCluster } from '../appCluster';
import { unbindFinalizer } from '../markers';
import { SingleObjectWatches } from '../singleObjectWatches';
import { Breakers } from '../deletion/breaker/Breakers';
import { bindingFigures } from './bindingFigures';
import { BindingWriter } from './bindingWriter';
import {
  bringUp,
  namedBy,
  standDown,
  type BindingParts,
  type BindingResult,
} from './bringUp';
import { Connections } from '../controlPlane/connections';
import { CrdInstaller } from './installCrd';
import { isConclusive } from './bindingStatus';
import { openOwn } from './openOwn';
import { openSecret } from './openSecret';
import { because } from './verdict';
import { Syncers } from './syncers';
import { unbind } from '../unbinding/unbind';

/** When to try again to take a binding apart without the rights to; milliseconds. */
const tryAgainMs = 60_000;

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
  await writeDown(writer, result);
  return isConclusive(result.state);
}

/** What wakes a binding up: its syncer, its secret or connection, its CRD. */
interface Wakers {
  binding: (key: string) => void;
  secret: (id: string) => void;
  api: (name: string) => void;
}

function createParts(
  appCluster: AppCluster,
  signal: AbortSignal,
  wake: Wakers,
): BindingParts {
  const { client, bindingCluster, remote, bindings, logger } = appCluster;
  const watching = { signal, logger, metrics: appCluster.metrics };
  const writer = new BindingWriter(bindingCluster, bindings);
  const breakers = new Breakers({
    store: writer,
    limits: appCluster.deletionLimits,
    changed: wake.binding,
  });
  const secrets = new SingleObjectWatches<Secret>({
    ...watching,
    client: bindingCluster,
    resource: core.secrets,
    changed: wake.secret,
  });
  const connections = new Connections({
    appCluster,
    breakers,
    signal,
    changed: wake.secret,
  });
  remote?.onChange(() => bindings.list().map(keyOf).forEach(wake.binding));
  return {
    appCluster,
    open: remote
      ? openOwn(connections, remote)
      : (key, binding) => openSecret({ secrets, connections }, key, binding),
    secrets,
    crds: new SingleObjectWatches<CustomResourceDefinition>({
      ...watching,
      client,
      resource: core.customResourceDefinitions,
      changed: wake.api,
    }),
    connections,
    breakers,
    syncers: new Syncers({
      appCluster,
      breakers,
      signal,
      changed: wake.binding,
    }),
    installer: new CrdInstaller(client, appCluster.duty),
    writer,
  };
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

async function takeApart(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<void> {
  const { client, duty, logger } = parts.appCluster;
  await standDown(parts, key);
  const { finalizers = [] } = binding.metadata;
  if (!duty.leading || !finalizers.includes(unbindFinalizer)) return;
  try {
    await unbind({
      client,
      binding,
      logger,
      signal: context.signal,
      async progress(released) {
        logger.info({ binding: key, released }, 'unbinding');
        const connected = because(
          'Unbinding',
          `${released} objects were let go so far; their copies on the control plane stay.`,
          'Info',
        );
        const latest = parts.writer.see(key).object ?? binding;
        await parts.writer.writeState(latest, { connected });
      },
    });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    context.requeueAfter(tryAgainMs);
    const latest = parts.writer.see(key).object ?? binding;
    const connected = because(
      'UnbindForbidden',
      `The konnector may not let the objects of this API go: ${error.message} Give it its ClusterRole back until this binding is gone.`,
    );
    await parts.writer.writeState(latest, { connected });
    return;
  }
  const latest = parts.writer.see(key).object ?? binding;
  await parts.writer.patchMetadata(latest, {
    finalizers: finalizers.filter(finalizer => finalizer !== unbindFinalizer),
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
