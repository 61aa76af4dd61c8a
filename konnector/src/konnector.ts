/** The agent of one app cluster, assembled: CRD of bindings → app cluster's identity → bindings → everything else. */
import { timings, type APIServiceBinding } from '@klutch/bind-api';
import {
  core,
  createCache,
  createLogger,
  createRateLimiter,
  type Cache,
  type ClientOptions,
  type KubeClient,
  type KubeMetrics,
  type Logger,
  type Namespace,
} from '@klutch/kube';
import type { AppCluster } from './appCluster';
import { bindingIndexes } from './appCluster';
import { startBindings, type Bindings } from './bindings/bindingController';
import { connect, type Connect, type KubeConfig } from './controlPlane/connect';
import {
  defaultDeletionLimits,
  type DeletionLimits,
} from './deletion/breaker/planBreaker';
import { createEventRecorder } from './feedback/eventRecorder';
import { createCandidacy, type KonnectorLease } from './running/candidacy';
import { alwaysLeading } from './running/leadership';
import { idOf } from './singleObjectWatches';
import { createSyncEngine } from './sync/engine';
import { onAppCluster } from './topology/onAppCluster';
import type { BindingPlace } from './topology/Topology';
import { followTrouble, type Trouble } from './trouble';
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
   * Shared by all processes that run for this app cluster: one works, the others follow both clusters and take over.
   * Default: none, and the caller sees to it that no second one runs.
   */
  lease?: KonnectorLease;
  /**
   * How often to beat (`tickMs`, default 150 000), and within what time the control plane may expect a beat
   * (`intervalMs`, default 300 000); milliseconds.
   */
  heartbeat?: { tickMs: number; intervalMs: number };
  /**
   * How many copies a binding may delete within a window without a person's approval. Default: 5, or 10 % of its copies
   * if that is more, within 10 minutes.
   */
  deletionLimits?: DeletionLimits;
  /**
   * Makes the clients of the app cluster and of the control planes. Default: `createClient` of `@klutch/kube` with a
   * limiter of its own for each cluster. Tests put faults in here.
   */
  connect?: Connect;
  /** How fast each cluster may be asked. Default: 500 requests a second (`qps`) and 1000 after a rest (`burst`). */
  rate?: { qps: number; burst: number };
  /** Gets what the konnector measures. Default: nobody. */
  metrics?: KubeMetrics;
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
  /**
   * Goes on with another kubeconfig for the same app cluster; nothing is lost.
   * @throws Error in words when it cannot be used; the one before stays in use.
   */
  reconnect(kubeConfig: KubeConfig): Promise<void>;
  /** Resolves after the signal, when nothing is written any more. Rejects when it gave up: then start it anew. */
  readonly stopped: Promise<void>;
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
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
  const { rate, metrics } = options;
  const logger = options.logger ?? createLogger('konnector');
  const ending = new AbortController();
  const { signal } = ending;
  const end = () => ending.abort(options.signal.reason);
  options.signal.addEventListener('abort', end, { once: true });
  if (options.signal.aborted) end();

  const connectAs = (kubeConfig: KubeConfig, more?: ClientOptions) =>
    (options.connect ?? connect)(kubeConfig, {
      userAgent: `klutch-konnector/${konnectorVersion}`,
      metrics,
      ...(rate && { rateLimiter: createRateLimiter(rate) }),
      ...more,
    });
  const leaseClient =
    options.lease &&
    connectAs(options.appCluster, { rateLimiter: 'unlimited' });
  const candidacy =
    options.lease &&
    leaseClient &&
    createCandidacy({
      client: leaseClient,
      lease: options.lease,
      logger,
      metrics,
    });
  const duty = candidacy?.duty ?? alwaysLeading(signal);
  const topology = onAppCluster(options.appCluster, {
    connect: connectAs,
    duty,
    signal,
    logger,
  });
  const cacheNamespaces = (client: KubeClient) =>
    createCache<Namespace>({
      client,
      resource: core.namespaces,
      // Only that a namespace exists matters.
      project: ({ apiVersion, kind, metadata }) => {
        const { name, uid, resourceVersion } = metadata;
        return { apiVersion, kind, metadata: { name, uid, resourceVersion } };
      },
      logger,
      metrics,
    });
  const cacheBindings = (place: BindingPlace) =>
    createCache<APIServiceBinding>({
      client: topology.bindingCluster,
      ...place,
      indexes: {
        [bindingIndexes.secret]: ({ spec }) =>
          spec ? [idOf(spec.kubeconfigSecretRef)] : [],
        [bindingIndexes.api]: ({ metadata }) => [metadata.name ?? ''],
      },
      logger,
      metrics,
    });
  let namespaceTrouble: () => Trouble | undefined = () => undefined;
  let bindingTrouble: () => Trouble | undefined = () => undefined;
  const engine = createSyncEngine({ logger, metrics });
  let warm = false;
  let work: Bindings | undefined;

  async function run(): Promise<void> {
    const client = await orAborted(topology.appCluster, signal);
    const namespaces = cacheNamespaces(client);
    namespaceTrouble = followTrouble(namespaces, 'of the app cluster');
    namespaces.start(signal);
    const place = await orAborted(topology.bindings, signal);
    const bindings = cacheBindings(place);
    bindingTrouble = followTrouble(bindings, 'of the app cluster');
    bindings.start(signal);
    await namespaces.whenSynced(signal);
    await bindings.whenSynced(signal);
    const appCluster: AppCluster = {
      client,
      bindingCluster: topology.bindingCluster,
      connect: connectAs,
      duty,
      engine,
      uid: await clusterUid(namespaces, signal),
      namespaces,
      bindings,
      events: createEventRecorder({ client, signal, logger }),
      logger,
      konnectorVersion,
      heartbeat: options.heartbeat ?? {
        tickMs: timings.heartbeatTick,
        intervalMs: timings.heartbeatInterval,
      },
      deletionLimits: options.deletionLimits ?? defaultDeletionLimits,
    };
    warm = true;
    duty.onLead(leading => {
      engine.start(leading);
      work = startBindings(appCluster, leading);
      logger.info(
        { server: client.server, bindings: bindings.list().length },
        'the konnector is at work',
      );
    });
    await aborted(signal);
  }

  /** Resolves when nothing is written any more; the end of one part is the end of all. */
  const ran = run()
    .catch(error => {
      if (signal.aborted) return;
      logger.error({ err: error }, 'the konnector gave up');
      throw error;
    })
    .finally(async () => {
      ending.abort();
      await work?.stopped();
      await engine.stopped();
    });
  const led = candidacy?.run(leading => {
    const lost = () => ending.abort(leading.reason);
    leading.addEventListener('abort', lost, { once: true });
    return ran;
  }, signal);
  led?.catch(error => ending.abort(error));

  const stopped = (async () => {
    const parts = await Promise.allSettled([ran, led]);
    const closed = Promise.all([topology.close(), leaseClient?.close()]);
    const failed = parts.find(({ status }) => status === 'rejected');
    // Not waited for then: a cluster that does not answer must not keep a process from ending.
    if (failed?.status === 'rejected') throw failed.reason;
    await closed;
  })();

  return {
    stopped,
    async reconnect(kubeConfig) {
      await leaseClient?.reconnect(kubeConfig);
      await topology.reconnect(kubeConfig);
    },
    health() {
      const standingBy = warm && !duty.leading;
      const waitsFor =
        topology.waitsFor ??
        namespaceTrouble()?.message ??
        bindingTrouble()?.message ??
        (work?.settled || standingBy
          ? undefined
          : 'The bindings are being looked at.');
      return { ready: waitsFor === undefined, waitsFor };
    },
  };
}
