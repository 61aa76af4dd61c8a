/** The agent of one app cluster, assembled: CRD of bindings → app cluster's identity → bindings → everything else. */
import {
  apiServiceBindingResource,
  timings,
  type APIServiceBinding,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  createClient,
  createLogger,
  defineResource,
  type Cache,
  type Logger,
  type Namespace,
} from '@klutch/kube';
import type { AppCluster } from './appCluster';
import { bindingIndexes } from './appCluster';
import { keepBindingCrd } from './bindings/bindingCrd';
import { startBindings, type Bindings } from './bindings/bindingController';
import type { KubeConfig } from './bindings/kubeconfigSecret';
import { createEventRecorder } from './events/eventRecorder';
import { idOf } from './singleObjectWatches';
import { followTrouble } from './trouble';
import { konnectorVersion } from './version';

/** How to start a konnector. */
export interface KonnectorOptions {
  /** Access to the app cluster. Rights: see `konnectorRoles`. */
  appCluster: KubeConfig;
  /** Ends the konnector; running writes are finished. */
  signal: AbortSignal;
  /** Default: info and worse as JSON lines on standard output. */
  logger?: Logger;
  /**
   * How often to beat (`tickMs`, default 150 000), and within what time the control plane may expect a beat
   * (`intervalMs`, default 300 000); milliseconds.
   */
  heartbeat?: { tickMs: number; intervalMs: number };
}

/** What a health check should know. */
export interface KonnectorHealth {
  /** Every binding has been looked at; whether one works is in its own conditions. */
  ready: boolean;
  /** What it waits for, in words; undefined when ready. */
  waitsFor?: string;
}

/** A running konnector. */
export interface Konnector {
  health(): KonnectorHealth;
  /** Resolves after the signal, when nothing is written any more. Rejects when it gave up: then start it anew. */
  readonly stopped: Promise<void>;
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const orAborted = (promise: Promise<void>, signal: AbortSignal) =>
  Promise.race([
    promise,
    aborted(signal).then(() => Promise.reject(signal.reason)),
  ]);

/** UID of `kube-system`, by which the app cluster is told from others; a young cluster may not have it yet. */
async function clusterUid(
  namespaces: Cache<Namespace>,
  signal: AbortSignal,
): Promise<string> {
  let unsubscribe: () => void = () => undefined;
  const appeared = new Promise<void>(resolve => {
    unsubscribe = namespaces.subscribe(({ key }) => {
      if (key === 'kube-system') resolve();
    });
  });
  try {
    if (!namespaces.get('kube-system')) await orAborted(appeared, signal);
  } finally {
    unsubscribe();
  }
  const uid = namespaces.get('kube-system')?.metadata.uid;
  if (!uid) throw new Error('The namespace kube-system has no UID.');
  return uid;
}

/**
 * Starts a konnector. It waits for what is not there yet (the API server, its CRD, rights) and says so in its health.
 * @throws Error in words when the kubeconfig asks for something the client does not do.
 */
export function startKonnector(options: KonnectorOptions): Konnector {
  const { signal } = options;
  const logger = options.logger ?? createLogger('konnector');
  const client = createClient(options.appCluster, {
    userAgent: `klutch-konnector/${konnectorVersion}`,
  });
  const crd = keepBindingCrd({ client, signal, logger });
  const namespaces = createCache<Namespace>({
    client,
    resource: core.namespaces,
    // Only that a namespace exists matters.
    project: ({ apiVersion, kind, metadata }) => {
      const { name, uid, resourceVersion } = metadata;
      return { apiVersion, kind, metadata: { name, uid, resourceVersion } };
    },
    logger,
  });
  const bindings = createCache<APIServiceBinding>({
    client,
    resource: defineResource<APIServiceBinding>(apiServiceBindingResource),
    indexes: {
      [bindingIndexes.secret]: ({ spec }) =>
        spec ? [idOf(spec.kubeconfigSecretRef)] : [],
      [bindingIndexes.api]: ({ metadata }) => [metadata.name ?? ''],
    },
    logger,
  });
  const namespaceTrouble = followTrouble(namespaces, 'of the app cluster');
  const bindingTrouble = followTrouble(bindings, 'of the app cluster');
  let work: Bindings | undefined;

  async function run(): Promise<void> {
    namespaces.start(signal);
    await orAborted(crd.ready, signal);
    bindings.start(signal);
    await namespaces.whenSynced(signal);
    await bindings.whenSynced(signal);
    const appCluster: AppCluster = {
      client,
      uid: await clusterUid(namespaces, signal),
      namespaces,
      bindings,
      events: createEventRecorder({ client, logger }),
      logger,
      konnectorVersion,
      heartbeat: options.heartbeat ?? {
        tickMs: timings.heartbeatTick,
        intervalMs: timings.heartbeatInterval,
      },
    };
    work = startBindings(appCluster, signal);
    logger.info(
      { server: client.server, bindings: bindings.list().length },
      'the konnector is at work',
    );
    await aborted(signal);
  }

  const stopped = run()
    .catch(error => {
      if (signal.aborted) return;
      logger.error({ err: error }, 'the konnector gave up');
      throw error;
    })
    .finally(async () => {
      await work?.stopped();
      await client.close();
    });

  return {
    stopped,
    health() {
      const waitsFor =
        crd.waitsFor ??
        namespaceTrouble()?.message ??
        bindingTrouble()?.message ??
        (work?.settled ? undefined : 'The bindings are being looked at.');
      return { ready: waitsFor === undefined, waitsFor };
    },
  };
}
