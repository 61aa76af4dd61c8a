/**
 * A control plane: everything that depends on one cluster namespace, whichever of the kubeconfigs for that namespace is
 * in use.
 */
import { names, type APIServiceBinding } from '@klutch/bind-api';
import type { Controller, KubeClient, Logger } from '@klutch/kube';
import type { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import { targetsClusterNamespace } from '../access/targetsClusterNamespace';
import type { AppCluster } from '../appCluster';
import { ClaimedTypes, type ClaimExpectations } from '../claims/ClaimedTypes';
import { expectedClaims } from '../claims/expectedClaims';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import type { Failure } from '../failure';
import { Heartbeat } from '../heartbeat/heartbeat';
import { startWhenLeading } from '../leaderElection/startWhenLeading';
import { createNamespaceDeletion } from '../deletion/serviceNamespaces/namespaceDeletion';
import { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import type { PairContext } from '../pairs/PairContext';
import {
  createControlPlaneCaches,
  type ControlPlaneCaches,
} from './controlPlaneCaches';
import { selectAccess } from './selectAccess';
import { createUnboundExports } from './unboundExports';

export interface ControlPlaneOptions {
  appCluster: AppCluster;
  breakers: Breakers;
  /** UID of the cluster namespace, which is the only readable identity of the control plane. */
  uid: string;
  /** The first access to the cluster namespace. */
  access: KubeconfigSecretAccess;
  /** Called whenever something changed that all its bindings depend on. */
  changed: () => void;
  /** Called with the name of an export that changed. */
  exportChanged: (name: string) => void;
  signal: AbortSignal;
}

export class ControlPlane implements ClaimExpectations {
  readonly uid: string;
  /** Namespace of this app cluster on the control plane. */
  readonly clusterNamespace: string;
  /** Client of this app cluster's tenant; writes only while this process is the leader. */
  readonly client: KubeClient;
  readonly exports: ControlPlaneCaches['exports'];
  readonly serviceNamespaces: ServiceNamespaces;
  readonly heartbeat: Heartbeat;
  readonly claimedTypes: ClaimedTypes;
  /** What all pairs that are synced with this control plane share, with the work queue of bound APIs. */
  readonly pairContext: PairContext;
  /** Aborts when the control plane is not used any more, and stops everything that depends on it. */
  readonly signal: AbortSignal;
  private readonly stopping = new AbortController();
  private readonly connection: KubeClient;
  private readonly caches: ControlPlaneCaches;
  private readonly namespaceDeletion: Controller;
  private readonly logger: Logger;
  /** One for each kubeconfig of the cluster namespace, in the order in which they were added. */
  private readonly accesses = new Set<KubeconfigSecretAccess>();
  private access: KubeconfigSecretAccess;
  /** Of the kubeconfig in use. */
  private fingerprint: string;
  /** Since when it is in use. */
  private since = new Date();
  /** Controllers that only write. */
  private leading: ReturnType<typeof startWhenLeading> | undefined;

  constructor(private readonly options: ControlPlaneOptions) {
    const { appCluster, breakers, uid, access } = options;
    const { engine, claimEngine, events, leadership, metrics } = appCluster;
    const { kubeConfig, fingerprint } = access.inUse;
    const clusterNamespace = access.namespace;
    const logger = appCluster.logger.child({ clusterNamespace });
    this.uid = uid;
    this.clusterNamespace = clusterNamespace;
    this.accesses.add(access);
    this.access = access;
    this.fingerprint = fingerprint;
    this.connection = appCluster.connect(kubeConfig);
    const client = this.connection.guarded(leadership.guard);
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
    this.heartbeat = new Heartbeat({
      appCluster,
      client,
      clusterNamespace,
      clusterBindings: this.caches.clusterBindings,
      accesses: this.accesses,
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
    this.pairContext = {
      consumerClient: appCluster.client,
      providerClient: client,
      namespaces: appCluster.namespaces,
      serviceNamespaces: this.serviceNamespaces,
      events,
      engine,
      leadership,
      namespaceDeletion: this.namespaceDeletion,
      changed: () => this.changed(),
      signal: this.signal,
      logger,
      metrics,
    };
    this.claimedTypes = new ClaimedTypes(
      {
        ...this.pairContext,
        engine: claimEngine,
        bindings: appCluster.bindings,
        clusterNamespace,
        pins: { consumerCluster: appCluster.uid, providerNamespaceUid: uid },
        breakers,
      },
      this,
    );
    this.start();
  }

  /** Whether its exports, service namespaces and ClusterBinding are known. */
  get ready(): boolean {
    return this.caches.synced && !this.signal.aborted;
  }

  get isUnused(): boolean {
    return this.accesses.size === 0;
  }

  /** Adds an access to the same cluster namespace, which is used when those before it are gone or fail. */
  add(access: KubeconfigSecretAccess): void {
    this.accesses.add(access);
    this.accessChanged();
    // Writes a renewed kubeconfig to its Secret, too.
    this.checkHeartbeat();
  }

  /** Does without this access from now on. */
  remove(access: KubeconfigSecretAccess): void {
    if (this.accesses.delete(access)) this.accessChanged();
  }

  /** Call when the health or the kubeconfig of an access may have changed. */
  accessChanged(): void {
    if (this.signal.aborted) return;
    this.followAccess();
    this.changed();
  }

  /** Whether requests are sent with the kubeconfig of this access. */
  uses(access: KubeconfigSecretAccess): boolean {
    return this.access === access;
  }

  /** Why the control plane cannot be watched. */
  failure(): Failure | undefined {
    return (
      this.caches.failures.map(getFailure => getFailure()).find(Boolean) ??
      this.access.failure()
    );
  }

  /** Set when the control plane refuses the credentials of the kubeconfig in use, not only those of one before. */
  unauthorized(): Failure | undefined {
    return [
      ...this.caches.failures.map(getFailure => getFailure()),
      this.heartbeat.failure,
    ].find(
      found => found?.reason === 'Unauthorized' && found.since >= this.since,
    );
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.heartbeat.controller.stopped();
    await this.leading?.stopped();
    await this.claimedTypes.stop();
    await this.connection.close();
  }

  /** Starts the watches and controllers; they end with the signal. */
  private start(): void {
    const { appCluster } = this.options;
    const { signal, caches, heartbeat, claimedTypes } = this;
    caches.start(signal, () => this.changed());
    caches.exports.subscribe(({ object }) => {
      if (signal.aborted) return;
      claimedTypes.reevaluate();
      this.options.exportChanged(object.metadata.name ?? '');
    });
    appCluster.metrics?.gauges.add(
      {
        klutch_konnector_heartbeat_age_seconds: () => [
          { value: heartbeat.ageSeconds },
        ],
      },
      signal,
    );
    heartbeat.controller.start(signal);
    this.checkHeartbeat();
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
      signal,
    });
  }

  /** Switches to the kubeconfig of the selected access; watches continue. */
  private followAccess(): void {
    const next = selectAccess(this.accesses, this.access);
    if (!next) return;
    const { kubeConfig, fingerprint } = next.inUse;
    const isSame = fingerprint === this.fingerprint;
    this.access = next;
    this.fingerprint = fingerprint;
    if (isSame) return;
    this.since = new Date();
    this.connection.reconnect(kubeConfig).catch((error: unknown) => {
      this.logger.error({ err: error }, 'the kubeconfig could not be switched');
    });
    this.checkHeartbeat();
  }

  /** The heartbeat also detects a missing ClusterBinding, for which there is no watch event. */
  private checkHeartbeat(): void {
    this.heartbeat.controller.enqueue(names.clusterBinding);
  }

  private changed(): void {
    if (this.signal.aborted) return;
    this.claimedTypes.reevaluate();
    this.options.changed();
  }

  private isTargetOf(binding: APIServiceBinding): boolean {
    const secretRefs = [...this.accesses].map(({ secretRef }) => secretRef);
    return targetsClusterNamespace(binding, this.uid, secretRefs);
  }

  expectedClaims(): ReturnType<typeof expectedClaims> | undefined {
    const { exports: apiExports, clusterNamespace } = this;
    if (!apiExports.synced) return undefined;
    return expectedClaims(
      this.options.appCluster.bindings
        .list()
        .filter(binding => this.isTargetOf(binding)),
      name => apiExports.get(`${clusterNamespace}/${name}`),
    );
  }
}
