/**
 * Assembles the agent of one app cluster: CRD of bindings, identity of the app
 * cluster, bindings, everything else.
 */
import { times, type APIServiceBinding } from '@klutch/bind-api';
import {
  controllerCheck,
  createLogger,
  createRateLimiter,
  rejectOnAbort,
  type Cache,
  type ClientOptions,
  type Controller,
} from '@klutch/kube';
import type { AppCluster } from './appCluster';
import { startBindings, type Bindings } from './bindings/bindingController';
import { connect, type KubeConfig } from './access/connect';
import { identityCheckMs } from './access/clusterIdentity';
import { defaultDeletionLimits } from './deletion/breaker/planBreaker';
import { createEventRecorder } from './feedback/eventRecorder';
import type { Konnector, KonnectorOptions } from './KonnectorOptions';
import {
  createBindingCache,
  createNamespaceCache,
  clusterUid,
} from './appClusterCaches';
import { claimConcurrency, createEngine, defaultConcurrency } from './engine';
import { createKonnectorLeaderElection } from './leaderElection/konnectorLeaderElection';
import { alwaysLeader } from './leaderElection/ReplicaLeadership';
import { leaseNameOf, isInShard } from './leaderElection/shard';
import {
  bindingClusterKubeConfig,
  openTopology,
} from './topology/openTopology';
import { trackFailure, type Failure } from './failure';
import { startOrphanedBindingController } from './unbinding/orphanedBindings';
import { konnectorVersion } from './version';

/**
 * Starts a konnector, which waits for missing prerequisites (API server, CRD,
 * rights) and reports them in its health.
 * @throws Error with a message for operators when the kubeconfig uses an
 * unsupported feature, or a number is out of range.
 */
export function startKonnector(options: KonnectorOptions): Konnector {
  const { rate, metrics, shard, resyncMs } = options;
  const { concurrency = defaultConcurrency } = options;
  const logger = options.logger ?? createLogger('konnector');
  const shutdown = new AbortController();
  const { signal } = shutdown;
  const shutDown = () => shutdown.abort(options.signal.reason);
  options.signal.addEventListener('abort', shutDown, { once: true });
  if (options.signal.aborted) shutDown();

  const connectAs = (kubeConfig: KubeConfig, more?: ClientOptions) =>
    (options.connect ?? connect)(kubeConfig, {
      userAgent: `klutch-konnector/${konnectorVersion}`,
      metrics,
      ...(rate && { rateLimiter: createRateLimiter(rate) }),
      ...more,
    });
  const leaseClient =
    options.lease &&
    connectAs(bindingClusterKubeConfig(options.appCluster), {
      rateLimiter: 'unlimited',
    });
  const leaderElection =
    options.lease &&
    leaseClient &&
    createKonnectorLeaderElection({
      client: leaseClient,
      lease: {
        ...options.lease,
        name: leaseNameOf(options.lease.name, shard),
      },
      logger,
      metrics,
    });
  const leadership = leaderElection?.leadership ?? alwaysLeader(signal);
  const heartbeat = options.heartbeat ?? {
    tickMs: times.heartbeatTickMs,
    intervalMs: times.heartbeatIntervalMs,
  };
  const topology = openTopology(options.appCluster, {
    connect: connectAs,
    leadership,
    checkIntervalMs: Math.min(identityCheckMs, heartbeat.tickMs),
    signal,
    logger,
  });
  let namespaceFailure: () => Failure | undefined = () => undefined;
  let bindingFailure: () => Failure | undefined = () => undefined;
  const queue = { logger, metrics, resyncMs };
  const engine = createEngine({ ...queue, name: 'sync', concurrency });
  const claimEngine = createEngine({
    ...queue,
    name: 'claims',
    concurrency: claimConcurrency(concurrency),
  });
  const engineChecks = [engine, claimEngine].map(each => controllerCheck(each));
  let newest: KubeConfig | undefined;
  let work: Bindings | undefined;
  let orphanedBindings: Controller | undefined;

  async function watchBindings(): Promise<Cache<APIServiceBinding>> {
    const bindingLocation = await rejectOnAbort(topology.bindings, signal);
    const { bindingCluster, remote } = topology;
    const bindings = createBindingCache(
      { client: bindingCluster, logger, metrics },
      bindingLocation,
    );
    bindingFailure = trackFailure(
      bindings,
      remote ? 'of the control plane' : 'of the app cluster',
    );
    bindings.start(signal);
    orphanedBindings =
      remote &&
      startOrphanedBindingController({
        client: bindingCluster,
        bindings,
        leadership,
        signal,
        logger,
        metrics,
      });
    return bindings;
  }

  async function run(): Promise<void> {
    const bindingsReady = watchBindings();
    // The rejection is handled below, where `bindingsReady` is awaited.
    bindingsReady.catch(() => undefined);
    const client = await rejectOnAbort(topology.appCluster, signal);
    const namespaces = createNamespaceCache({ client, logger, metrics });
    namespaceFailure = trackFailure(namespaces, 'of the app cluster');
    namespaces.start(signal);
    const bindings = await bindingsReady;
    const { remote } = topology;
    await namespaces.whenSynced(signal);
    await bindings.whenSynced(signal);
    const uid = await clusterUid(namespaces, signal);
    signal.throwIfAborted();
    const appCluster: AppCluster = {
      client,
      bindingCluster: topology.bindingCluster,
      remote,
      connect: connectAs,
      leadership,
      engine,
      claimEngine,
      uid,
      namespaces,
      bindings,
      isInShard: binding => isInShard(shard, binding),
      events: createEventRecorder({ client, signal, logger }),
      logger,
      metrics,
      konnectorVersion,
      heartbeat,
      deletionLimits: options.deletionLimits ?? defaultDeletionLimits,
    };
    claimEngine.start(signal);
    leadership.onStartedLeading(leading => {
      engine.start(leading);
      logger.info(
        { server: client.server, bindings: bindings.list().length },
        'started leading',
      );
    });
    work = startBindings(appCluster, signal);
    await rejectOnAbort(topology.appClusterReplaced, signal);
  }

  /** Resolves when no write is running; the end of one part stops all. */
  const runDone = Promise.race([run(), topology.appClusterReplaced])
    .catch(error => {
      if (signal.aborted) return;
      logger.error({ err: error }, 'the konnector gave up');
      throw error;
    })
    .finally(async () => {
      shutdown.abort();
      await work?.stopped();
      await orphanedBindings?.stopped();
      await engine.stopped();
      await claimEngine.stopped();
    });
  const electionDone = leaderElection?.run(leading => {
    const lost = () => shutdown.abort(leading.reason);
    leading.addEventListener('abort', lost, { once: true });
    return runDone;
  }, signal);
  electionDone?.catch(error => shutdown.abort(error));

  const stopped = (async () => {
    const parts = await Promise.allSettled([runDone, electionDone]);
    const closed = Promise.all([topology.close(), leaseClient?.close()]);
    const failed = parts.find(({ status }) => status === 'rejected');
    // Closing is not awaited after a failure: an unresponsive cluster must not
    // prevent the process from exiting.
    if (failed?.status === 'rejected') throw failed.reason;
    await closed;
  })();

  return {
    stopped,
    async reconnect(kubeConfig) {
      newest = kubeConfig;
      await topology.verifyKubeconfig(kubeConfig);
      // A slow verification must not restore a kubeconfig that a newer one has
      // replaced.
      if (kubeConfig !== newest) return;
      await leaseClient?.reconnect(kubeConfig);
      await topology.reconnect(kubeConfig);
    },
    health() {
      const waitingFor =
        topology.waitingFor ??
        namespaceFailure()?.message ??
        bindingFailure()?.message ??
        (work?.hasSynced
          ? undefined
          : 'The bindings have not been reconciled yet.');
      return {
        ready: waitingFor === undefined,
        waitingFor,
        stuck: engineChecks
          .map(check => check.problem())
          .find(problem => problem !== undefined),
      };
    },
  };
}
