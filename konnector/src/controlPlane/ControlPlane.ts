/** A connection to a control plane, with everything that depends on one kubeconfig Secret. */
import { names, type APIServiceBinding } from '@klutch/bind-api';
import {
  deferred,
  errorMessage,
  type Controller,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { expectedClaims } from '../claims/expectedClaims';
import type { JoinedClaims, SharedClaims } from '../claims/SharedClaims';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import { Heartbeat } from '../heartbeat/heartbeat';
import type { PairContext } from '../pairs/PairContext';
import { createNamespaceDeletion } from '../namespaces/namespaceDeletion';
import { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { startWhenLeading } from '../leaderElection/startWhenLeading';
import { isPersistent, type Failure } from '../failure';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import {
  identityCheckMs,
  createClusterIdentity,
  type ClusterIdentity,
} from '../access/clusterIdentity';
import { targetsClusterNamespace } from '../access/targetsClusterNamespace';
import {
  createControlPlaneCaches,
  type ControlPlaneCaches,
} from './controlPlaneCaches';
import type { SecretRef } from '../access/SecretRef';
import { createRotation, type Rotation } from '../access/rotation';
import { createKubeconfigVerifier } from '../access/verifyKubeconfig';
import { createUnboundExports } from './unboundExports';

/** The kubeconfig uses a feature that the client does not support; the message names the feature. */
export class UnusableKubeconfig extends Error {}

function connectWith(
  { connect }: AppCluster,
  { kubeConfig }: UsableKubeconfig,
): KubeClient {
  try {
    return connect(kubeConfig);
  } catch (error) {
    throw new UnusableKubeconfig(errorMessage(error));
  }
}

export interface ControlPlaneOptions {
  appCluster: AppCluster;
  breakers: Breakers;
  claims: SharedClaims;
  kubeconfig: UsableKubeconfig;
  secretRef: SecretRef;
  /** Called whenever something changed that bindings depend on. */
  changed: () => void;
  signal: AbortSignal;
}

/** Available once the control plane has answered. */
export interface ReadyControlPlane {
  /** UID of the cluster namespace, which is the only readable identity of the control plane. */
  providerNamespaceUid: string;
  claimedTypes: JoinedClaims;
}

export class ControlPlane {
  /** Namespace of this app cluster on the control plane. */
  readonly clusterNamespace: string;
  /** The kubeconfig in use, and others that are offered for the same cluster namespace. */
  readonly kubeconfig: Rotation;
  /** Client of this app cluster's tenant; writes only while this process is the leader. */
  readonly client: KubeClient;
  readonly exports: ControlPlaneCaches['exports'];
  readonly serviceNamespaces: ServiceNamespaces;
  readonly heartbeat: Heartbeat;
  /** Aborts when the connection ends, and stops everything that uses the connection. */
  readonly signal: AbortSignal;
  private readonly stopping = new AbortController();
  private readonly caches: ControlPlaneCaches;
  private readonly identity: ClusterIdentity;
  private readonly identityKnown = deferred<void>();
  private readonly namespaceDeletion: Controller;
  private readonly logger: Logger;
  /** Controllers that only write. */
  private leading: ReturnType<typeof startWhenLeading> | undefined;
  private identified: ReadyControlPlane | undefined;

  /**
   * Opens a connection and starts its controllers.
   * @throws UnusableKubeconfig
   */
  static open(options: ControlPlaneOptions): ControlPlane {
    const { appCluster, kubeconfig } = options;
    const connection = connectWith(appCluster, kubeconfig);
    const controlPlane = new ControlPlane(options, connection);
    controlPlane.start();
    return controlPlane;
  }

  /** @param connection - not guarded. */
  private constructor(
    private readonly options: ControlPlaneOptions,
    private readonly connection: KubeClient,
  ) {
    const { appCluster, kubeconfig, secretRef } = options;
    const { metrics } = appCluster;
    const { namespace: clusterNamespace } = kubeconfig;
    const client = connection.guarded(appCluster.leadership.guard);
    const logger = appCluster.logger.child({ clusterNamespace });
    this.clusterNamespace = clusterNamespace;
    this.client = client;
    this.logger = logger;
    this.signal = AbortSignal.any([options.signal, this.stopping.signal]);
    this.caches = createControlPlaneCaches({
      client,
      namespace: clusterNamespace,
      logger,
      metrics,
    });
    this.exports = this.caches.exports;
    this.serviceNamespaces = new ServiceNamespaces({
      client,
      cache: this.caches.serviceNamespaces,
      clusterNamespace,
      consumerCluster: appCluster.uid,
      logger,
    });
    const verify = createKubeconfigVerifier({
      connect: appCluster.connect,
      uid: () => this.uid,
      cluster: 'control plane',
    });
    this.heartbeat = new Heartbeat({
      appCluster,
      client,
      clusterNamespace,
      clusterBindings: this.caches.clusterBindings,
      secretRef,
      inUse: () => this.identified && this.kubeconfig.inUse.fingerprint,
      verifyKubeconfig: verify,
      changed: () => this.changed(),
      signal: this.signal,
      logger,
    });
    this.namespaceDeletion = createNamespaceDeletion({
      appCluster,
      client,
      clusterNamespace,
      serviceNamespaces: this.serviceNamespaces,
      exports: this.exports,
      targetsThisControlPlane: binding => this.isTargetOf(binding),
    });
    this.identity = createClusterIdentity({
      client,
      namespace: clusterNamespace,
      identityCheckMs: Math.min(identityCheckMs, appCluster.heartbeat.tickMs),
      known: uid => this.onIdentity(uid),
      changed: () => this.changed(),
      logger,
      metrics,
    });
    this.kubeconfig = createRotation({
      connection,
      verify,
      first: kubeconfig,
      changed: () => this.switched(),
      logger,
      metrics,
    });
  }

  /** UID of the cluster namespace and what needs it; undefined until the control plane has answered. */
  get ready(): ReadyControlPlane | undefined {
    return this.caches.synced && !this.hasEnded ? this.identified : undefined;
  }

  /** Whether it was closed, or its kubeconfig leads to another cluster namespace now, by UID. */
  get hasEnded(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Controllers that run on standby, too. */
  private get standbyControllers(): Controller[] {
    return [
      this.heartbeat.controller,
      this.identity.controller,
      this.kubeconfig.controller,
    ];
  }

  /** What all pairs that are synced over this connection share, with the work queue of bound APIs. */
  get pairContext(): PairContext {
    const { appCluster } = this.options;
    const { client, events, leadership, engine, metrics } = appCluster;
    return {
      consumerClient: client,
      providerClient: this.client,
      namespaces: appCluster.namespaces,
      serviceNamespaces: this.serviceNamespaces,
      events,
      engine,
      leadership,
      copyDeleted: namespace => this.namespaceDeletion.enqueue(namespace),
      changed: () => this.changed(),
      signal: this.signal,
      logger: this.logger,
      metrics,
    };
  }

  /** State in metrics; the most severe takes precedence. */
  private get state(): string {
    if (this.unauthorized()) return 'unauthorized';
    if (this.failure()) return 'failing';
    return this.ready ? 'connected' : 'connecting';
  }

  private get uid(): string | undefined {
    return this.identified?.providerNamespaceUid;
  }

  /** Starts the watches and controllers; they end with the signal. */
  private start(): void {
    const { appCluster } = this.options;
    const { signal, caches } = this;
    caches.start(signal, () => this.changed());
    appCluster.metrics?.gauges.add(
      {
        klutch_konnector_control_planes: () => [
          { labels: { state: this.state }, value: 1 },
        ],
        klutch_konnector_heartbeat_age_seconds: () => [
          { value: this.heartbeat.ageSeconds },
        ],
      },
      signal,
    );
    this.standbyControllers.forEach(controller => controller.start(signal));
    this.leading = startWhenLeading({
      leadership: appCluster.leadership,
      controllers: [
        this.namespaceDeletion,
        createUnboundExports({
          appCluster,
          client: this.client,
          exports: this.exports,
          targetsThisControlPlane: binding => this.isTargetOf(binding),
          logger: this.logger,
        }),
      ],
      ready: this.identityKnown.promise,
      signal,
    });
    this.checkNow();
  }

  /** Why the control plane cannot be watched. */
  failure(): Failure | undefined {
    return (
      this.caches.failures.map(getFailure => getFailure()).find(Boolean) ??
      this.identity.failure()
    );
  }

  /** Set when the control plane refuses the credentials of the kubeconfig in use. */
  unauthorized(): Failure | undefined {
    return [
      ...this.caches.failures.map(getFailure => getFailure()),
      this.identity.failure(),
      this.heartbeat.failure,
    ].find(found => found?.reason === 'Unauthorized');
  }

  /** Closes the connection. Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(
      this.standbyControllers.map(controller => controller.stopped()),
    );
    await this.leading?.stopped();
    await this.identified?.claimedTypes.stopped();
    await this.connection.close();
  }

  private changed(): void {
    if (this.signal.aborted) return;
    this.options.claims.reevaluate();
    this.options.changed();
  }

  /** Retries at once what failed with the previous credentials. */
  private switched(): void {
    this.checkNow();
    this.changed();
  }

  /** The heartbeat also detects a missing ClusterBinding, for which there is no watch event. */
  private checkNow(): void {
    this.heartbeat.controller.enqueue(names.clusterBinding);
    this.identity.controller.enqueue(this.clusterNamespace);
  }

  private onIdentity(uid: string): void {
    // Claims joined after the abort would never be removed, and would block the next connection.
    if (this.signal.aborted || uid === this.uid) return;
    if (this.identified) {
      this.stopping.abort();
      this.options.changed();
      return;
    }
    this.identified = {
      providerNamespaceUid: uid,
      claimedTypes: this.joinClaims(uid),
    };
    this.identityKnown.resolve();
    this.heartbeat.controller.enqueue(names.clusterBinding);
  }

  private isTargetOf(binding: APIServiceBinding): boolean {
    return targetsClusterNamespace(binding, this.options.secretRef, this.uid);
  }

  private joinClaims(providerNamespaceUid: string): JoinedClaims {
    const { appCluster, breakers, claims, secretRef } = this.options;
    const { clusterNamespace, exports } = this;
    return claims.join({
      ...this.pairContext,
      engine: appCluster.claimEngine,
      bindings: appCluster.bindings,
      clusterNamespace,
      pins: { consumerCluster: appCluster.uid, providerNamespaceUid },
      breakers,
      isLost: () => {
        const found = this.failure();
        return found !== undefined && isPersistent(found);
      },
      expected: () =>
        exports.synced
          ? expectedClaims(
              appCluster.bindings.list(),
              { secretRef, uid: providerNamespaceUid },
              name => exports.get(`${clusterNamespace}/${name}`),
            )
          : undefined,
    });
  }
}
