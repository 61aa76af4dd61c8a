/** The agent of one app cluster, assembled: CRD of bindings → app cluster's identity → bindings → everything else. */
import { times, type APIServiceBinding } from '@klutch/bind-api';
import {
  controllerCheck,
  createLogger,
  createRateLimiter,
  orAborted,
  type Cache,
  type ClientOptions,
  type Controller,
} from '@klutch/kube';
import type { AppCluster } from './appCluster';
import { startBindings, type Bindings } from './bindings/bindingController';
import { connect, type KubeConfig } from './access/connect';
import { askAgainMs } from './access/clusterIdentity';
import { defaultDeletionLimits } from './deletion/breaker/planBreaker';
import { createEventRecorder } from './feedback/eventRecorder';
import type { Konnector, KonnectorOptions } from './KonnectorOptions';
import { cacheBindings, cacheNamespaces, clusterUid } from './appClusterCaches';
import { claimConcurrency, createEngine, defaultConcurrency } from './engine';
import { createCandidacy } from './duty/candidacy';
import { alwaysLeading } from './duty/leadership';
import { leaseNameOf, takes } from './duty/shard';
import { homeOf, openTopology } from './topology/openTopology';
import { followTrouble, type Trouble } from './trouble';
import { startAbandoning } from './unbinding/abandon';
import { konnectorVersion } from './version';

/**
 * Starts a konnector. It waits for what is not there yet (the API server, its CRD, rights) and says so in its health.
 * @throws Error in words when the kubeconfig asks for something the client does not do, or a number is out of its range.
 */
export function startKonnector(options: KonnectorOptions): Konnector {
  const { rate, metrics, shard, resyncMs } = options;
  const { concurrency = defaultConcurrency } = options;
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
    connectAs(homeOf(options.appCluster), { rateLimiter: 'unlimited' });
  const candidacy =
    options.lease &&
    leaseClient &&
    createCandidacy({
      client: leaseClient,
      lease: {
        ...options.lease,
        name: leaseNameOf(options.lease.name, shard),
      },
      logger,
      metrics,
    });
  const duty = candidacy?.duty ?? alwaysLeading(signal);
  const heartbeat = options.heartbeat ?? {
    tickMs: times.heartbeatTickMs,
    intervalMs: times.heartbeatIntervalMs,
  };
  const topology = openTopology(options.appCluster, {
    connect: connectAs,
    duty,
    askAgainMs: Math.min(askAgainMs, heartbeat.tickMs),
    signal,
    logger,
  });
  let namespaceTrouble: () => Trouble | undefined = () => undefined;
  let bindingTrouble: () => Trouble | undefined = () => undefined;
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
  let abandoning: Controller | undefined;

  async function followBindings(): Promise<Cache<APIServiceBinding>> {
    const place = await orAborted(topology.bindings, signal);
    const { bindingCluster, remote } = topology;
    const bindings = cacheBindings(
      { client: bindingCluster, logger, metrics },
      place,
    );
    bindingTrouble = followTrouble(
      bindings,
      remote ? 'of the control plane' : 'of the app cluster',
    );
    bindings.start(signal);
    abandoning =
      remote &&
      startAbandoning({
        client: bindingCluster,
        bindings,
        duty,
        signal,
        logger,
        metrics,
      });
    return bindings;
  }

  async function run(): Promise<void> {
    const following = followBindings();
    // Told below, when the app cluster is there.
    following.catch(() => undefined);
    const client = await orAborted(topology.appCluster, signal);
    const namespaces = cacheNamespaces({ client, logger, metrics });
    namespaceTrouble = followTrouble(namespaces, 'of the app cluster');
    namespaces.start(signal);
    const bindings = await following;
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
      duty,
      engine,
      claimEngine,
      uid,
      namespaces,
      bindings,
      takes: binding => takes(shard, binding),
      events: createEventRecorder({ client, signal, logger }),
      logger,
      metrics,
      konnectorVersion,
      heartbeat,
      deletionLimits: options.deletionLimits ?? defaultDeletionLimits,
    };
    claimEngine.start(signal);
    duty.onLead(leading => {
      engine.start(leading);
      logger.info(
        { server: client.server, bindings: bindings.list().length },
        'the konnector is at work',
      );
    });
    work = startBindings(appCluster, signal);
    await orAborted(topology.lost, signal);
  }

  /** Resolves when nothing is written any more; the end of one part is the end of all. */
  const ran = Promise.race([run(), topology.lost])
    .catch(error => {
      if (signal.aborted) return;
      logger.error({ err: error }, 'the konnector gave up');
      throw error;
    })
    .finally(async () => {
      ending.abort();
      await work?.stopped();
      await abandoning?.stopped();
      await engine.stopped();
      await claimEngine.stopped();
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
      newest = kubeConfig;
      await topology.tryOut(kubeConfig);
      // A slow answer must not bring back what a newer kubeconfig has replaced.
      if (kubeConfig !== newest) return;
      await leaseClient?.reconnect(kubeConfig);
      await topology.reconnect(kubeConfig);
    },
    health() {
      const waitsFor =
        topology.waitsFor ??
        namespaceTrouble()?.message ??
        bindingTrouble()?.message ??
        (work?.settled ? undefined : 'The bindings are being looked at.');
      return {
        ready: waitsFor === undefined,
        waitsFor,
        stuck: engineChecks
          .map(check => check.problem())
          .find(problem => problem !== undefined),
      };
    },
  };
}
