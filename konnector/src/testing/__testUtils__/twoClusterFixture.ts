/** A control plane, an app cluster and a konnector between them, for cluster tests. */
import {
  bindResources,
  controlPlaneModeCrds,
  getCondition,
  konnectorApiRole,
  names,
  remoteBindingRoles,
  type AcceptablePermissionClaim,
  type Condition,
  type CustomResourceDefinition,
  type PermissionClaim,
  konnectorIdentity,
  konnectorRoles,
} from '@klutch/bind-api';
import {
  createClient,
  createLogger,
  loadKubeConfig,
  type KubeClient,
} from '@klutch/kube';
import { borrowCluster, type TestCluster } from '@klutch/local-clusters';
import { connect, type Connect } from '../../access/connect';
import type { SecretRef } from '../../access/SecretRef';
import { defaultDeletionLimits } from '../../deletion/breaker/planBreaker';
import { startKonnector } from '../../konnector';
import type { Konnector, KonnectorOptions } from '../../KonnectorOptions';
import { remoteKonnectorRoles } from '../../roles/remote';
import { FaultyClient, type Faults } from '../faults/FaultyClient';
import {
  requestsOf,
  writesOf,
  type AuditedRequest,
  type AuditedWrite,
} from './auditLog';
import { applyAll, installCrds, eventually } from './clusterSetup';
import { FakeBackend, type Offerings } from './FakeBackend';

const konnectorUser = `system:serviceaccount:${konnectorIdentity.namespace}:${konnectorIdentity.serviceAccount}`;
const bindingResource = bindResources.bindings;

/** A konnector that can be stopped. */
export interface RunningKonnector {
  konnector: Konnector;
  stop(): Promise<void>;
}

export interface FixtureOptions extends Offerings {
  /** Creates the clients of all konnectors; default: as in production. See {@link TwoClusterFixture.withFaults}. */
  connect?: Connect;
  /** Whether the API servers support streaming lists. Default: true. */
  streamingLists?: boolean;
  /** Whether no other suite gets the app cluster. Default: false. */
  unsharedAppCluster?: boolean;
  /** Bindings and konnectors are on the control plane. Default: on the app cluster. */
  controlPlaneMode?: boolean;
}

/** Options of one konnector. */
export interface StartOptions extends Pick<
  KonnectorOptions,
  'heartbeat' | 'lease' | 'shard' | 'deletionLimits' | 'resyncMs'
> {
  /** Default: the option of the fixture. */
  connect?: Connect;
  /** In control-plane mode: the konnector's own kubeconfig, see {@link TwoClusterFixture.tenantKubeconfig}. */
  controlPlane?: string;
}

/** Both clusters with clients of their admins. */
export class TwoClusterFixture {
  readonly bindingResource = bindingResource;
  /** The kubeconfig secret of bindings, on the cluster that has the bindings. */
  readonly kubeconfigSecret: SecretRef & { key: 'kubeconfig' };
  private readonly stopController = new AbortController();
  private readonly konnectors = new Set<RunningKonnector>();

  private constructor(
    private readonly clusters: {
      provider: TestCluster;
      consumer: TestCluster;
    },
    /** Client of an admin of the control plane. */
    readonly provider: KubeClient,
    /** Client of an admin of the app cluster. */
    readonly consumer: KubeClient,
    readonly backend: FakeBackend,
    /** The konnector's kubeconfig of the app cluster. */
    readonly konnectorConfig: string,
    private readonly options: FixtureOptions,
  ) {
    this.kubeconfigSecret = {
      namespace: this.bindingNamespace,
      name: 'kubeconfig-x7k2p',
      key: 'kubeconfig',
    };
  }

  static async start(options: FixtureOptions = {}): Promise<TwoClusterFixture> {
    const { streamingLists, unsharedAppCluster: unshared } = options;
    const [provider, consumer] = await Promise.all([
      borrowCluster({ name: 'provider', streamingLists }),
      borrowCluster({ name: 'consumer', streamingLists, unshared }),
    ]);
    const unlimited = { rateLimiter: 'unlimited' } as const;
    const providerAdmin = createClient(
      loadKubeConfig(provider.kubeconfig),
      unlimited,
    );
    const consumerAdmin = createClient(
      loadKubeConfig(consumer.kubeconfig),
      unlimited,
    );
    const stopController = new AbortController();
    const backend = new FakeBackend(
      providerAdmin,
      stopController.signal,
      options,
    );
    const fixture = new TwoClusterFixture(
      { provider, consumer },
      providerAdmin,
      consumerAdmin,
      backend,
      await consumer.user(konnectorUser),
      options,
    );
    fixture.stopController.signal.addEventListener('abort', () =>
      stopController.abort(),
    );
    const kubeconfig = await fixture.tenantKubeconfig();
    await backend.provision(kubeconfig);
    await applyAll(consumerAdmin, [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } },
      ...(options.controlPlaneMode ? remoteKonnectorRoles() : konnectorRoles()),
    ]);
    if (options.controlPlaneMode) {
      await installCrds(providerAdmin, controlPlaneModeCrds);
      await applyAll(providerAdmin, [
        ...remoteBindingRoles(fixture.clusterNamespace),
        ...backend.secretReader(),
        fixture.secretWith(fixture.konnectorConfig),
      ]);
    } else await applyAll(consumerAdmin, [fixture.secretWith(kubeconfig)]);
    return fixture;
  }

  get clusterNamespace(): string {
    return this.backend.clusterNamespace;
  }

  /** Client of an admin of the cluster that has the bindings. */
  get bindingCluster(): KubeClient {
    return this.options.controlPlaneMode ? this.provider : this.consumer;
  }

  /** Namespace of bindings and their kubeconfig secret. */
  get bindingNamespace(): string {
    return this.options.controlPlaneMode
      ? this.clusterNamespace
      : names.appClusterNamespace;
  }

  /** Another kubeconfig of the konnector for the app cluster. */
  appClusterKubeconfig(): Promise<string> {
    return this.clusters.consumer.user(konnectorUser);
  }

  /** Client of another user of the control plane, whose name may be reserved; the caller closes the client. */
  async controlPlaneUser(name: string): Promise<KubeClient> {
    const kubeconfig = await this.clusters.provider.user(name);
    return createClient(loadKubeConfig(kubeconfig));
  }

  /** A kubeconfig for the cluster namespace, different each time. */
  async tenantKubeconfig(): Promise<string> {
    const config = loadKubeConfig(
      await this.clusters.provider.user(this.backend.tenant),
    );
    config.contexts = config.contexts.map(context => ({
      ...context,
      namespace: this.clusterNamespace,
    }));
    return config.exportConfig();
  }

  /**
   * A kubeconfig with all rights on the wrong cluster: not on the control plane, or in control-plane mode not on the app
   * cluster.
   */
  async wrongClusterKubeconfig(): Promise<string> {
    const { provider, consumer } = this.clusters;
    const wrong = this.options.controlPlaneMode ? provider : consumer;
    const config = loadKubeConfig(
      await wrong.user('other-admin', ['system:masters']),
    );
    config.contexts = config.contexts.map(context => ({
      ...context,
      namespace: this.clusterNamespace,
    }));
    return config.exportConfig();
  }

  /** Value for `connect`: real clients with faults, which tests may replace while the konnector runs. */
  withFaults(faults: { provider?: Faults; consumer?: Faults }): Connect {
    return (kubeConfig, options) => {
      const client = connect(kubeConfig, options);
      const side =
        client.server === this.consumer.server ? 'consumer' : 'provider';
      return new FaultyClient(client, faults[side] ?? {});
    };
  }

  /** Starts a konnector with its own rights only. */
  startKonnector(options: StartOptions = {}): RunningKonnector {
    const stop = new AbortController();
    const konnector = startKonnector({
      appCluster: options.controlPlane
        ? {
            controlPlane: loadKubeConfig(options.controlPlane),
            clusterNamespace: this.clusterNamespace,
            kubeconfigSecret: this.kubeconfigSecret,
          }
        : loadKubeConfig(this.konnectorConfig),
      signal: stop.signal,
      heartbeat: options.heartbeat,
      lease: options.lease,
      shard: options.shard,
      resyncMs: options.resyncMs,
      // Tests delete many objects in a short time; tests of the breaker set their own limits.
      deletionLimits: options.deletionLimits ?? {
        ...defaultDeletionLimits,
        count: 1_000,
      },
      connect: options.connect ?? this.options.connect,
      logger: createLogger('konnector', {
        level: process.env.KONNECTOR_TEST_LOG ? 'debug' : 'silent',
      }),
    });
    const running: RunningKonnector = {
      konnector,
      stop: async () => {
        stop.abort();
        this.konnectors.delete(running);
        await konnector.stopped;
      },
    };
    this.konnectors.add(running);
    return running;
  }

  /**
   * Installs a CRD on the control plane, exports it, and gives the konnector rights on the app cluster.
   * @param crd - in its app cluster form.
   */
  async offer(
    crd: CustomResourceDefinition,
    claims: PermissionClaim[] = [],
  ): Promise<void> {
    await installCrds(this.provider, [this.backend.providerCrd(crd)]);
    await this.backend.export(crd, claims);
    await applyAll(this.consumer, [
      konnectorApiRole(
        { group: crd.spec.group, resource: crd.spec.names.plural },
        claims,
      ),
    ]);
  }

  /** Creates the binding of an offered API. */
  async bind(
    crd: CustomResourceDefinition,
    claims: AcceptablePermissionClaim[] = [],
    namespace: string = this.bindingNamespace,
  ): Promise<void> {
    await eventually('the CRD of bindings is served', async () => {
      await this.bindingCluster.apply(
        bindingResource,
        {
          apiVersion: names.apiVersion,
          kind: 'APIServiceBinding',
          metadata: { name: crd.metadata.name, namespace },
          spec: {
            kubeconfigSecretRef: this.kubeconfigSecret,
            permissionClaims: claims,
          },
        },
        { fieldManager: 'test', force: true },
      );
      return true;
    });
  }

  /** `type=status/reason` of a binding's conditions. */
  async conditions(
    name: string,
    namespace: string = this.bindingNamespace,
  ): Promise<Record<string, string>> {
    const conditions = await this.#conditionsOf(name, namespace);
    return Object.fromEntries(
      conditions.map(({ type, status, reason }) => [
        type,
        reason ? `${status}/${reason}` : status,
      ]),
    );
  }

  /** A binding's condition of this type. */
  async condition(name: string, type: string): Promise<Condition | undefined> {
    return getCondition(await this.#conditionsOf(name), type);
  }

  async #conditionsOf(
    name: string,
    namespace: string = this.bindingNamespace,
  ): Promise<Condition[]> {
    const found = await this.bindingCluster.get(bindingResource, {
      namespace,
      name,
    });
    return found?.status?.conditions ?? [];
  }

  /** Waits until a binding is ready. */
  async waitForReady(name: string, timeoutMs?: number): Promise<void> {
    const isReady = async () => {
      const conditions = await this.conditions(name);
      if (conditions.Ready === 'True') return true;
      throw new Error(`Its conditions are ${JSON.stringify(conditions)}.`);
    };
    await eventually(`${name} is ready`, isReady, timeoutMs);
  }

  /** Offers an API, binds it with all its claims accepted, and waits until the binding is ready. */
  async offerAndBind(
    crd: CustomResourceDefinition,
    claims: PermissionClaim[] = [],
  ): Promise<void> {
    await this.offer(crd, claims);
    await this.bind(
      crd,
      claims.map(claim => ({ ...claim, state: 'Accepted' })),
    );
    await this.waitForReady(crd.metadata.name ?? '');
  }

  /** All writes and attempted writes of the konnector on a side. */
  writes(side: 'provider' | 'consumer'): AuditedWrite[] {
    return writesOf(
      this.clusters[side].auditLog(),
      side === 'provider' ? this.backend.tenant : konnectorUser,
    );
  }

  /** Every request of the konnector on a side, reads included. */
  requests(
    side: 'provider' | 'consumer',
    user = side === 'provider' ? this.backend.tenant : konnectorUser,
  ): AuditedRequest[] {
    return requestsOf(this.clusters[side].auditLog(), user);
  }

  /** The kubeconfig secret of bindings with this kubeconfig. */
  secretWith(kubeconfig: string) {
    const { namespace, name } = this.kubeconfigSecret;
    return {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name },
      data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
    };
  }

  async stop(): Promise<void> {
    for (const running of this.konnectors) await running.stop();
    this.stopController.abort();
    await this.provider.close();
    await this.consumer.close();
    await Promise.all([
      this.clusters.provider.stop(),
      this.clusters.consumer.stop(),
    ]);
  }
}
