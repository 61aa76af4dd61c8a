/** Assembles the agent of one app cluster: CRD of bindings, identity of the app cluster, bindings, everything else. */
import { times, type APIServiceBinding } from '@klutch/bind-api';
import {
  controllerCheck,
  createLogger,
  createRateLimiter,
  rejectOnAbort,
  type Cache,
  type ClientOptions,
  type Controller,
  type HealthCheck,
  type KubeClient,
  type Logger,
  type Namespace,
} from '@klutch/kube';
import type { AppCluster } from './appCluster';
import { startBindings, type Bindings } from './bindings/bindingController';
import { connect, type KubeConfig } from './access/connect';
import { identityCheckMs } from './access/ClusterAccess';
import { defaultDeletionLimits } from './deletion/breaker/planBreaker';
import { createEventRecorder } from './feedback/eventRecorder';
import type {
  Konnector,
  KonnectorHealth,
  KonnectorOptions,
} from './KonnectorOptions';
import {
  createBindingCache,
  createNamespaceCache,
  clusterUid,
} from './appClusterCaches';
import { claimConcurrency, defaultConcurrency, Engine } from './engine';
import {
  createKonnectorLeaderElection,
  type KonnectorLeaderElection,
} from './leaderElection/konnectorLeaderElection';
import { OtherShards } from './leaderElection/otherShards';
import {
  alwaysLeader,
  type ReplicaLeadership,
} from './leaderElection/ReplicaLeadership';
import { leaseNameOf, isInShard } from './leaderElection/shard';
import {
  bindingClusterKubeConfig,
  isRemote,
  openTopology,
} from './topology/openTopology';
import type { Topology } from './topology/Topology';
import { trackFailure, type Failure } from './failure';
import { onAbort } from './onAbort';
import { startOrphanedBindingController } from './unbinding/orphanedBindings';
import { konnectorVersion } from './version';

/** The agent of one app cluster, which starts with its construction. */
class AppClusterKonnector implements Konnector {
  readonly stopped: Promise<void>;
  private readonly logger: Logger;
  private readonly shutdown = new AbortController();
  private readonly signal = this.shutdown.signal;
  private readonly leaseClient: KubeClient | undefined;
  private readonly leaderElection: KonnectorLeaderElection | undefined;
  private readonly leadership: ReplicaLeadership;
  private readonly topology: Topology;
  private readonly engine: Engine;
  private readonly claimEngine: Engine;
  private readonly engineChecks: HealthCheck[];
  /** Why the namespaces and bindings cannot be watched. */
  private readonly failures: (() => Failure | undefined)[] = [];
  private newestKubeConfig: KubeConfig | undefined;
  private bindings: Bindings | undefined;
  private orphanedBindings: Controller | undefined;

  constructor(private readonly options: KonnectorOptions) {
    const { metrics, resyncMs, concurrency = defaultConcurrency } = options;
    this.logger = options.logger ?? createLogger('konnector');
    const shutDown = () => this.shutdown.abort(options.signal.reason);
    onAbort(options.signal, shutDown);
    this.leaseClient =
      options.lease &&
      this.connect(bindingClusterKubeConfig(options.appCluster), {
        rateLimiter: 'unlimited',
      });
    this.leaderElection = this.createLeaderElection();
    this.leadership =
      this.leaderElection?.leadership ?? alwaysLeader(this.signal);
    this.topology = openTopology(options.appCluster, {
      connect: kubeConfig => this.connect(kubeConfig),
      leadership: this.leadership,
      identityCheckMs: Math.min(identityCheckMs, this.heartbeat.tickMs),
      signal: this.signal,
      logger: this.logger,
    });
    const queue = { logger: this.logger, metrics, resyncMs };
    this.engine = new Engine({ ...queue, name: 'sync', concurrency });
    this.claimEngine = new Engine({
      ...queue,
      name: 'claims',
      concurrency: claimConcurrency(concurrency),
    });
    this.engineChecks = [this.engine, this.claimEngine].map(each =>
      controllerCheck(each),
    );
    this.stopped = this.runUntilStopped();
  }

  async reconnect(kubeConfig: KubeConfig): Promise<void> {
    this.newestKubeConfig = kubeConfig;
    await this.topology.verifyKubeconfig(kubeConfig);
    // A slow verification must not restore a kubeconfig that a newer one has
    // replaced.
    if (kubeConfig !== this.newestKubeConfig) return;
    await this.leaseClient?.reconnect(kubeConfig);
    await this.topology.reconnect(kubeConfig);
  }

  health(): KonnectorHealth {
    const failure = this.failures.map(get => get()).find(Boolean);
    const waitingFor =
      this.topology.waitingFor ??
      failure?.message ??
      (this.bindings?.hasSynced
        ? undefined
        : 'The bindings have not been reconciled yet.');
    return {
      ready: waitingFor === undefined,
      waitingFor,
      stuck: this.engineChecks
        .map(check => check.problem())
        .find(problem => problem !== undefined),
    };
  }

  private get heartbeat() {
    const { heartbeatTickMs, heartbeatIntervalMs } = times;
    return (
      this.options.heartbeat ?? {
        tickMs: heartbeatTickMs,
        intervalMs: heartbeatIntervalMs,
      }
    );
  }

  private connect(kubeConfig: KubeConfig, more?: ClientOptions): KubeClient {
    const { rate, metrics } = this.options;
    return (this.options.connect ?? connect)(kubeConfig, {
      userAgent: `klutch-konnector/${konnectorVersion}`,
      metrics,
      ...(rate && { rateLimiter: createRateLimiter(rate) }),
      ...more,
    });
  }

  private createLeaderElection(): KonnectorLeaderElection | undefined {
    const { lease, shard, appCluster, metrics } = this.options;
    const { leaseClient: client, logger } = this;
    if (!lease || !client) return undefined;
    return createKonnectorLeaderElection({
      client,
      lease: { ...lease, name: leaseNameOf(lease.name, shard) },
      // Control-plane mode has no shards.
      otherShards: isRemote(appCluster)
        ? undefined
        : new OtherShards({ client, lease, shard, logger }),
      logger,
      metrics,
    });
  }

  /** Rejects when the konnector gave up. Closing is not awaited then: an unresponsive cluster must not prevent the exit. */
  private async runUntilStopped(): Promise<void> {
    const runDone = this.runAndDrain();
    const electionDone = this.leaderElection?.run(leading => {
      const lost = () => this.shutdown.abort(leading.reason);
      leading.addEventListener('abort', lost, { once: true });
      return runDone;
    }, this.signal);
    electionDone?.catch(error => this.shutdown.abort(error));
    const parts = await Promise.allSettled([runDone, electionDone]);
    const closed = Promise.all([
      this.topology.close(),
      this.leaseClient?.close(),
    ]);
    const failed = parts.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    await closed;
  }

  /** Resolves when no write is running; the end of one part stops all. */
  private async runAndDrain(): Promise<void> {
    try {
      await Promise.race([this.run(), this.topology.appClusterReplaced]);
    } catch (error) {
      if (!this.signal.aborted) {
        this.logger.error({ err: error }, 'the konnector gave up');
        throw error;
      }
    } finally {
      this.shutdown.abort();
      await this.bindings?.stopped();
      await this.orphanedBindings?.stopped();
      await this.engine.stopped();
      await this.claimEngine.stopped();
    }
  }

  private async run(): Promise<void> {
    const { topology, signal, logger } = this;
    const { metrics } = this.options;
    const bindingsReady = this.watchBindings();
    // The rejection is handled below, where `bindingsReady` is awaited.
    bindingsReady.catch(() => undefined);
    const client = await rejectOnAbort(topology.appCluster, signal);
    const namespaces = createNamespaceCache({ client, logger, metrics });
    this.failures.unshift(trackFailure(namespaces, 'of the app cluster'));
    namespaces.start(signal);
    const bindings = await bindingsReady;
    await namespaces.whenSynced(signal);
    await bindings.whenSynced(signal);
    const uid = await clusterUid(namespaces, signal);
    signal.throwIfAborted();
    this.startWork(client, uid, namespaces, bindings);
    await rejectOnAbort(topology.appClusterReplaced, signal);
  }

  private async watchBindings(): Promise<Cache<APIServiceBinding>> {
    const { topology, signal, logger, leadership } = this;
    const { metrics } = this.options;
    const bindingLocation = await rejectOnAbort(topology.bindings, signal);
    const { bindingCluster, remote } = topology;
    const bindings = createBindingCache(
      { client: bindingCluster, logger, metrics },
      bindingLocation,
    );
    this.failures.push(
      trackFailure(
        bindings,
        remote ? 'of the control plane' : 'of the app cluster',
      ),
    );
    bindings.start(signal);
    this.orphanedBindings =
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

  private startWork(
    client: KubeClient,
    uid: string,
    namespaces: Cache<Namespace>,
    bindings: Cache<APIServiceBinding>,
  ): void {
    const { options, topology, leadership, signal, logger } = this;
    const { engine, claimEngine } = this;
    const appCluster: AppCluster = {
      client,
      bindingCluster: topology.bindingCluster,
      remote: topology.remote,
      connect: kubeConfig => this.connect(kubeConfig),
      leadership,
      engine,
      claimEngine,
      uid,
      namespaces,
      bindings,
      isInShard: binding => isInShard(options.shard, binding),
      events: createEventRecorder({ client, signal, logger }),
      logger,
      metrics: options.metrics,
      heartbeat: this.heartbeat,
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
    this.bindings = startBindings(appCluster, signal);
  }
}

/**
 * Starts a konnector, which waits for missing prerequisites (API server, CRD, rights) and reports them in its health.
 * @throws Error with a message for operators when the kubeconfig uses an unsupported feature, or a number is out of
 *   range.
 */
export const startKonnector = (options: KonnectorOptions): Konnector =>
  new AppClusterKonnector(options);
