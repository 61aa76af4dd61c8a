/** A control plane, an app cluster and a konnector between them, for cluster tests. */
import {
  apiServiceBindingResource,
  names,
  type AcceptablePermissionClaim,
  type APIServiceBinding,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  createClient,
  createLogger,
  defineResource,
  loadKubeConfig,
  type KubeClient,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
import { startKonnector, type Konnector } from '../../konnector';
import { konnectorIdentity, konnectorRoles } from '../../roles';
import { AuditLog, type AuditedWrite } from './auditLog';
import { applyAll, establish, eventually } from './clusterSetup';
import { HandBackend } from './handBackend';

const tenant = 'klutch-binder-of-cluster-x';
const konnectorUser = `system:serviceaccount:${konnectorIdentity.namespace}:${konnectorIdentity.serviceAccount}`;
const kubeconfigSecret = {
  namespace: names.appClusterNamespace,
  name: 'kubeconfig-x7k2p',
  key: 'kubeconfig' as const,
};
const bindingResource = defineResource<APIServiceBinding>(
  apiServiceBindingResource,
);

/** A konnector that can be stopped. */
export interface RunningKonnector {
  konnector: Konnector;
  stop(): Promise<void>;
}

/** Both clusters with admins, and the parts that tests play with. */
export class TwoClusters {
  readonly bindingResource = bindingResource;
  readonly kubeconfigSecret = kubeconfigSecret;
  private readonly ended = new AbortController();
  private readonly konnectors = new Set<RunningKonnector>();

  private constructor(
    private readonly clusters: {
      provider: LocalCluster;
      consumer: LocalCluster;
    },
    private readonly audit: { provider: AuditLog; consumer: AuditLog },
    /** Admin of the control plane. */
    readonly provider: KubeClient,
    /** Admin of the app cluster. */
    readonly consumer: KubeClient,
    readonly backend: HandBackend,
    private readonly konnectorConfig: string,
  ) {}

  static async start(): Promise<TwoClusters> {
    const audit = { provider: new AuditLog(), consumer: new AuditLog() };
    const [provider, consumer] = await Promise.all([
      startCluster({
        name: 'provider',
        extraArgs: { apiServer: audit.provider.flags() },
      }),
      startCluster({
        name: 'consumer',
        extraArgs: { apiServer: audit.consumer.flags() },
      }),
    ]);
    const providerAdmin = createClient(loadKubeConfig(provider.kubeconfig));
    const consumerAdmin = createClient(loadKubeConfig(consumer.kubeconfig));
    const ended = new AbortController();
    const backend = new HandBackend(providerAdmin, tenant, ended.signal);
    const world = new TwoClusters(
      { provider, consumer },
      audit,
      providerAdmin,
      consumerAdmin,
      backend,
      await consumer.user(konnectorUser),
    );
    world.ended.signal.addEventListener('abort', () => ended.abort());
    const kubeconfig = await world.tenantKubeconfig();
    await backend.provision(kubeconfig);
    await applyAll(consumerAdmin, [
      ...konnectorRoles(),
      world.secretWith(kubeconfig),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } },
    ]);
    return world;
  }

  get clusterNamespace(): string {
    return this.backend.clusterNamespace;
  }

  /** A kubeconfig for the cluster namespace, different each time. */
  async tenantKubeconfig(): Promise<string> {
    const config = loadKubeConfig(await this.clusters.provider.user(tenant));
    config.contexts = config.contexts.map(context => ({
      ...context,
      namespace: this.clusterNamespace,
    }));
    return config.exportConfig();
  }

  /** Starts a konnector with its own rights only. */
  startKonnector(heartbeat?: {
    tickMs: number;
    intervalMs: number;
  }): RunningKonnector {
    const stop = new AbortController();
    const konnector = startKonnector({
      appCluster: loadKubeConfig(this.konnectorConfig),
      signal: stop.signal,
      heartbeat,
      logger: createLogger('konnector', {
        level: process.env.KONNECTOR_TEST_LOG ? 'debug' : 'silent',
      }),
    });
    const running: RunningKonnector = {
      konnector,
      stop: async () => {
        stop.abort();
        await konnector.stopped;
        this.konnectors.delete(running);
      },
    };
    this.konnectors.add(running);
    return running;
  }

  /** Installs a CRD on the control plane, exports it, and gives the konnector rights on the app cluster. */
  async offer(
    crd: CustomResourceDefinition,
    claims: PermissionClaim[] = [],
  ): Promise<void> {
    await establish(this.provider, [crd]);
    await this.backend.export(crd, claims);
    await applyAll(this.consumer, [
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: {
          name: `klutch-konnector-${crd.metadata.name}`,
          labels: { [konnectorIdentity.aggregationLabel]: 'true' },
        },
        rules: [
          {
            apiGroups: [crd.spec.group],
            resources: [crd.spec.names.plural],
            verbs: ['get', 'list', 'watch', 'patch'],
          },
          {
            apiGroups: [crd.spec.group],
            resources: [`${crd.spec.names.plural}/status`],
            verbs: ['patch'],
          },
          ...claims.map(({ resource }) => ({
            apiGroups: [''],
            resources: [resource],
            verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'],
          })),
        ],
      },
    ]);
  }

  /** Creates the binding of an offered API. */
  async bind(
    crd: CustomResourceDefinition,
    claims: AcceptablePermissionClaim[] = [],
    namespace: string = names.appClusterNamespace,
  ): Promise<void> {
    await eventually('bindings can be made', async () => {
      await this.consumer.apply(
        bindingResource,
        {
          apiVersion: names.apiVersion,
          kind: 'APIServiceBinding',
          metadata: { name: crd.metadata.name, namespace },
          spec: {
            kubeconfigSecretRef: kubeconfigSecret,
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
    namespace: string = names.appClusterNamespace,
  ): Promise<Record<string, string>> {
    const found = await this.consumer.get(bindingResource, { namespace, name });
    return Object.fromEntries(
      (found?.status?.conditions ?? []).map(({ type, status, reason }) => [
        type,
        reason ? `${status}/${reason}` : status,
      ]),
    );
  }

  /** Waits until a binding is ready. */
  async ready(name: string): Promise<void> {
    await eventually(`${name} is ready`, async () => {
      const { Ready } = await this.conditions(name);
      return Ready === 'True';
    });
  }

  /** The copy of an app cluster object. */
  copy(
    resource: Resource,
    name: string,
    namespace = 'team-a',
  ): Promise<Unstructured | undefined> {
    return this.provider.get(resource, {
      namespace: `${this.clusterNamespace}-${namespace}`,
      name,
    });
  }

  /** Everything the konnector wrote, or tried to write, on a side. */
  writes(side: 'provider' | 'consumer'): AuditedWrite[] {
    return this.audit[side].writesOf(
      side === 'provider' ? tenant : konnectorUser,
    );
  }

  /** Puts a kubeconfig into the app cluster's secret. */
  secretWith(kubeconfig: string) {
    const { namespace, name } = kubeconfigSecret;
    return {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name },
      data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
    };
  }

  async stop(): Promise<void> {
    for (const running of this.konnectors) await running.stop();
    this.ended.abort();
    await this.provider.close();
    await this.consumer.close();
    await Promise.all([
      this.clusters.provider.stop(),
      this.clusters.consumer.stop(),
    ]);
    this.audit.provider.remove();
    this.audit.consumer.remove();
  }
}
