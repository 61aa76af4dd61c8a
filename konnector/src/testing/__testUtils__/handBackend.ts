/** Plays the binding backend in tests, by hand: cluster namespace, rights, kubeconfig, exports, service namespaces. */
import {
  apiServiceExportResource,
  apiServiceNamespaceResource,
  clusterBindingResource,
  controlPlaneCrds,
  crdToExportSpec,
  names,
  type APIServiceExport,
  type APIServiceNamespace,
  type ClusterBinding,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  defineResource,
  isAlreadyExists,
  type KubeClient,
  type PolicyRule,
} from '@klutch/kube';
import { applyAll, establish } from './clusterSetup';

const manager = { fieldManager: 'hand-backend', force: true };
const rbac = 'rbac.authorization.k8s.io';
const allVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
];

/** Rules of `klutch-binder`, as bind-protocol.md 0.2 lists what a konnector needs in its cluster namespace. */
const binderRules: PolicyRule[] = [
  { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] },
  {
    apiGroups: [names.group],
    resources: ['clusterbindings', 'apiserviceexports'],
    verbs: ['get', 'list', 'watch'],
  },
  {
    apiGroups: [names.group],
    resources: ['clusterbindings/status', 'apiserviceexports/status'],
    verbs: ['get', 'patch'],
  },
  {
    apiGroups: [names.group],
    resources: ['apiservicenamespaces'],
    verbs: ['get', 'list', 'watch', 'create', 'delete'],
  },
];

/** A backend for one app cluster. */
export class HandBackend {
  /** Cluster namespace. */
  readonly clusterNamespace = 'cluster-x';
  /** While false, requested service namespaces are left alone. */
  answering = true;

  constructor(
    private readonly admin: KubeClient,
    /** User name in the kubeconfig that the konnector gets. */
    private readonly tenant: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Cluster namespace with rights, ClusterBinding and kubeconfig secret; from then on service namespaces are answered. */
  async provision(kubeconfig: string): Promise<void> {
    await establish(this.admin, controlPlaneCrds);
    const namespace = this.clusterNamespace;
    await applyAll(this.admin, [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'klutch-binder' },
        rules: binderRules,
      },
      this.roleBinding(namespace, 'klutch-binder', 'klutch-binder'),
    ]);
    await this.setKubeconfig(kubeconfig);
    await this.admin.apply<ClusterBinding>(
      clusterBindingResource,
      {
        apiVersion: names.apiVersion,
        kind: 'ClusterBinding',
        metadata: { name: 'cluster', namespace },
        spec: {
          kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
          providerPrettyName: 'Hand-made',
        },
      },
      manager,
    );
    const requests = createCache({
      client: this.admin,
      resource: defineResource<APIServiceNamespace>(
        apiServiceNamespaceResource,
      ),
      namespace,
    });
    requests.subscribe(({ type, object }) => {
      if (!this.answering) return;
      const name = object.metadata.name ?? '';
      void (type === 'deleted' ? this.takeBack(name) : this.answer(name));
    });
    requests.start(this.signal);
    await requests.whenSynced(this.signal);
  }

  /** Puts a kubeconfig into the cluster namespace, as a rotation does. */
  async setKubeconfig(kubeconfig: string): Promise<void> {
    await this.admin.apply(
      core.secrets,
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'kubeconfig', namespace: this.clusterNamespace },
        data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
      },
      manager,
    );
  }

  /** Exports a CRD of this cluster, with rights for the konnector. */
  async export(
    crd: CustomResourceDefinition,
    permissionClaims: PermissionClaim[] = [],
  ): Promise<void> {
    const spec = crdToExportSpec(crd);
    if (!spec.ok) throw new Error(spec.error);
    await applyAll(this.admin, [
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: {
          name: `api-${crd.metadata.name}`,
          labels: { tenant: this.clusterNamespace },
        },
        rules: [
          {
            apiGroups: [crd.spec.group],
            resources: [crd.spec.names.plural],
            verbs: allVerbs,
          },
          // A claim of provider-owned objects is served by reading alone.
          ...permissionClaims.map(({ resource }) => ({
            apiGroups: [''],
            resources: [resource],
            verbs: ['get', 'list', 'watch'],
          })),
        ],
      },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: { name: `klutch-binder-${this.clusterNamespace}` },
        aggregationRule: {
          clusterRoleSelectors: [
            { matchLabels: { tenant: this.clusterNamespace } },
          ],
        },
      },
    ]);
    await this.admin.apply<APIServiceExport>(
      apiServiceExportResource,
      {
        apiVersion: names.apiVersion,
        kind: 'APIServiceExport',
        metadata: {
          name: crd.metadata.name,
          namespace: this.clusterNamespace,
        },
        spec: { ...spec.value, informerScope: 'Namespaced', permissionClaims },
      },
      manager,
    );
  }

  /** Makes the service namespace of an app cluster namespace, then says so. */
  async answer(namespace: string): Promise<void> {
    const serviceNamespace = `${this.clusterNamespace}-${namespace}`;
    const key = { namespace: this.clusterNamespace, name: namespace };
    try {
      await this.admin.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: serviceNamespace },
      });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    await applyAll(this.admin, [
      this.roleBinding(
        serviceNamespace,
        'klutch-binder',
        `klutch-binder-${this.clusterNamespace}`,
      ),
    ]);
    await this.admin.mergePatch(
      apiServiceNamespaceResource,
      key,
      { status: { namespace: serviceNamespace } },
      { subresource: 'status' },
    );
  }

  private async takeBack(namespace: string): Promise<void> {
    await this.admin.delete(core.namespaces, {
      name: `${this.clusterNamespace}-${namespace}`,
    });
  }

  private roleBinding(namespace: string, name: string, role: string) {
    return {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { name, namespace },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'User', apiGroup: rbac, name: this.tenant }],
    };
  }
}
