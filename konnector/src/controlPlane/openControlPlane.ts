/** Opens a connection to a control plane, with everything that depends on one kubeconfig. */
import { names, type APIServiceBinding } from '@klutch/bind-api';
import {
  deferred,
  errorMessage,
  type Controller,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import type { ClaimedTypes } from '../claims/ClaimedTypes';
import { expectedClaims } from '../claims/expectedClaims';
import type { SharedClaims } from '../claims/SharedClaims';
import type { Breakers } from '../deletion/breaker/Breakers';
import { Heartbeat } from '../heartbeat/heartbeat';
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
import { registerConnectionMetrics } from './registerConnectionMetrics';
import { targetsClusterNamespace } from '../access/targetsClusterNamespace';
import {
  createConnectionClaims,
  type ConnectionClaims,
} from './connectionClaims';
import {
  createControlPlaneCaches,
  type ControlPlaneCaches,
} from './controlPlaneCaches';
import type { ControlPlane, ReadyControlPlane } from './ControlPlane';
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

/** Options of {@link openControlPlane}. */
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

/** A connection, with the controllers that depend on its kubeconfig. */
class ControlPlaneConnection implements ControlPlane {
  readonly clusterNamespace: string;
  readonly kubeconfig: Rotation;
  readonly client: KubeClient;
  readonly exports: ControlPlaneCaches['exports'];
  readonly serviceNamespaces: ServiceNamespaces;
  readonly heartbeat: Heartbeat;
  readonly signal: AbortSignal;
  private readonly stopping = new AbortController();
  private readonly caches: ControlPlaneCaches;
  private readonly claims: ConnectionClaims;
  private readonly identity: ClusterIdentity;
  private readonly identityKnown = deferred<void>();
  private readonly namespaceDeletion: Controller;
  private readonly logger: Logger;
  /** Controllers that only write. */
  private leading: ReturnType<typeof startWhenLeading> | undefined;

  /** @param connection - not guarded. */
  constructor(
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
      inUse: () => this.claims.current && this.kubeconfig.inUse.fingerprint,
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
    this.claims = createConnectionClaims({
      join: (uid, until) => this.joinClaims(uid, until),
      signal: this.signal,
    });
    this.identity = createClusterIdentity({
      client,
      namespace: clusterNamespace,
      identityCheckMs: Math.min(identityCheckMs, appCluster.heartbeat.tickMs),
      known: uid => this.identified(uid),
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

  get ready(): ReadyControlPlane | undefined {
    return this.caches.synced ? this.claims.current : undefined;
  }

  /** Controllers that run on standby, too. */
  private get standbyControllers(): Controller[] {
    return [
      this.heartbeat.controller,
      this.identity.controller,
      this.kubeconfig.controller,
    ];
  }

  private get uid(): string | undefined {
    return this.claims.current?.providerNamespaceUid;
  }

  /** Starts the watches and controllers; they end with the signal. */
  start(): void {
    const { appCluster } = this.options;
    const { signal, caches } = this;
    caches.start(signal, () => this.changed());
    registerConnectionMetrics(appCluster.metrics, signal, () => ({
      ready: this.claims.current !== undefined && caches.synced,
      failure: this.failure(),
      unauthorized: this.unauthorized(),
      heartbeatAge: this.heartbeat.ageSeconds,
    }));
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

  failure(): Failure | undefined {
    return (
      this.caches.failures.map(getFailure => getFailure()).find(Boolean) ??
      this.identity.failure()
    );
  }

  unauthorized(): Failure | undefined {
    return [
      ...this.caches.failures.map(getFailure => getFailure()),
      this.identity.failure(),
      this.heartbeat.failure,
    ].find(found => found?.reason === 'Unauthorized');
  }

  offer(next: UsableKubeconfig): boolean {
    if (!this.claims.current) return false;
    this.kubeconfig.offer(next);
    return true;
  }

  copyDeleted(namespace: string): void {
    this.namespaceDeletion.enqueue(namespace);
  }

  /** Aborts the signal. Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(
      this.standbyControllers.map(controller => controller.stopped()),
    );
    await this.leading?.stopped();
    await this.claims.stopped();
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

  private identified(uid: string): void {
    if (!this.claims.setNamespaceUid(uid)) return;
    this.identityKnown.resolve();
    this.heartbeat.controller.enqueue(names.clusterBinding);
  }

  private isTargetOf(binding: APIServiceBinding): boolean {
    return targetsClusterNamespace(binding, this.options.secretRef, this.uid);
  }

  private joinClaims(
    providerNamespaceUid: string,
    signal: AbortSignal,
  ): ClaimedTypes {
    const { appCluster, breakers, claims, secretRef } = this.options;
    const { clusterNamespace, exports } = this;
    return claims.join({
      consumerClient: appCluster.client,
      providerClient: this.client,
      namespaces: appCluster.namespaces,
      bindings: appCluster.bindings,
      clusterNamespace,
      serviceNamespaces: this.serviceNamespaces,
      pins: { consumerCluster: appCluster.uid, providerNamespaceUid },
      events: appCluster.events,
      breakers,
      copyDeleted: namespace => this.copyDeleted(namespace),
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
      leadership: appCluster.leadership,
      engine: appCluster.claimEngine,
      changed: () => this.changed(),
      signal,
      logger: this.logger,
      metrics: appCluster.metrics,
    });
  }
}

/**
 * Opens the connection and starts its controllers.
 * @throws UnusableKubeconfig
 */
export function openControlPlane(options: ControlPlaneOptions): ControlPlane {
  const { appCluster, kubeconfig } = options;
  const connection = connectWith(appCluster, kubeconfig);
  const controlPlane = new ControlPlaneConnection(options, connection);
  controlPlane.start();
  return controlPlane;
}
