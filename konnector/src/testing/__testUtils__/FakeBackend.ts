/** A fake binding backend for tests: cluster namespace, rights, kubeconfig, exports, service namespaces. */
import {
  annotations,
  bindResources,
  controlPlaneCrds,
  clusterNamespaceRules,
  controlPlaneGrants,
  crdToExportSpec,
  mergeGrants,
  names,
  secretReaderRules,
  setCondition,
  type APIServiceExport,
  type ApiResource,
  type ClusterBinding,
  type ClusterScopedIsolation,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  createIfAbsent,
  retryOnConflict,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
  type PolicyRule,
  type Resource,
} from '@klutch/kube';
import { applyAll, installCrds } from './clusterSetup';
import type { Grant } from './permissions';

const manager = { fieldManager: 'fake-backend', force: true };
const rbac = 'rbac.authorization.k8s.io';

/**
 * The rights for an API and its claims: those of a real backend, except those
 * that only the reference's konnector needs.
 */
export const controlPlaneRules = (
  api: ApiResource,
  claims: readonly PermissionClaim[],
): PolicyRule[] =>
  mergeGrants(controlPlaneGrants(api, claims)).map(rule => ({
    ...rule,
    verbs: rule.verbs.filter(verb => verb !== 'update'),
  }));

/** How a backend offers its APIs; flags of a real one. */
export interface Offering {
  /** Scope of the konnector's watches: its service namespaces, or whole types. Default: `Namespaced`. */
  informerScope?: APIServiceExport['spec']['informerScope'];
  /** Location of copies of cluster-scoped objects; default: `Prefixed`. */
  isolation?: ClusterScopedIsolation;
}

/** How a backend offers all its APIs, with exceptions. */
export interface Offerings extends Offering {
  /** Exceptions by plural. */
  only?: Record<string, Offering>;
}

/** A backend for one app cluster. */
export class FakeBackend {
  readonly clusterNamespace = 'cluster-x';
  /** User name in the konnector's kubeconfig: the service account of the cluster namespace. */
  readonly tenant = `system:serviceaccount:${this.clusterNamespace}:${names.binder}`;
  /** While false, requests for service namespaces are ignored. */
  provisionsNamespaces = true;
  /** Number of kubeconfigs so far, after the first. */
  private issued = 0;

  constructor(
    private readonly admin: KubeClient,
    private readonly signal: AbortSignal,
    private readonly offerings: Offerings = {},
  ) {}

  /** Key of an object's copy, as on the wire. */
  copyKeyOf(resource: Resource, { namespace, name }: ObjectKey): ObjectKey {
    const N = this.clusterNamespace;
    if (resource.namespaced) return { namespace: `${N}-${namespace}`, name };
    const places: Record<ClusterScopedIsolation, ObjectKey> = {
      Prefixed: { name: `${N}-${name}` },
      Namespaced: { namespace: N, name },
      None: { name },
    };
    return places[this.isolationOf(resource.plural)];
  }

  /** The resource on the control plane of an app cluster resource. */
  providerResource(resource: Resource): Resource {
    return {
      ...resource,
      namespaced:
        resource.namespaced ||
        this.isolationOf(resource.plural) === 'Namespaced',
    };
  }

  /** The CRD on the control plane of an app cluster CRD. */
  providerCrd(crd: CustomResourceDefinition): CustomResourceDefinition {
    const namespaced =
      crd.spec.scope === 'Namespaced' ||
      this.isolationOf(crd.spec.names.plural) === 'Namespaced';
    const scope = namespaced ? 'Namespaced' : 'Cluster';
    return { ...crd, spec: { ...crd.spec, scope } };
  }

  private offeringOf(plural: string): Offering {
    return this.offerings.only?.[plural] ?? this.offerings;
  }

  private isolationOf(plural: string): ClusterScopedIsolation {
    return this.offeringOf(plural).isolation ?? 'Prefixed';
  }

  /**
   * Creates the cluster namespace with rights, ClusterBinding and kubeconfig
   * Secret; handles requests for service namespaces from then on.
   */
  async provision(kubeconfig: string): Promise<void> {
    await installCrds(this.admin, controlPlaneCrds);
    const namespace = this.clusterNamespace;
    await applyAll(this.admin, [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'klutch-binder' },
        rules: clusterNamespaceRules(),
      },
      this.roleBinding(namespace, 'klutch-binder', 'klutch-binder'),
    ]);
    await this.putKubeconfig(kubeconfig);
    await this.admin.apply<ClusterBinding>(
      bindResources.clusterBindings,
      {
        apiVersion: names.apiVersion,
        kind: 'ClusterBinding',
        metadata: { name: 'cluster', namespace },
        spec: {
          kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
          providerPrettyName: 'Fake backend',
        },
      },
      manager,
    );
    const requests = createCache({
      client: this.admin,
      resource: bindResources.serviceNamespaces,
      namespace,
    });
    requests.subscribe(({ type, object }) => {
      if (!this.provisionsNamespaces) return;
      const name = object.metadata.name ?? '';
      void (type === 'deleted'
        ? this.deleteServiceNamespace(name)
        : this.provisionServiceNamespace(name));
    });
    requests.start(this.signal);
    await requests.whenSynced(this.signal);
  }

  /** In control-plane mode the kubeconfig of the app cluster is among the Secrets of the cluster namespace. */
  secretReader(): KubeObject[] {
    const name = 'klutch-secret-reader';
    const rules = secretReaderRules();
    return [
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: { name },
        ...{ rules },
      },
      this.roleBinding(this.clusterNamespace, name, name),
    ];
  }

  /** Rights of the konnector with these rules of its APIs, where they are offered with `Namespaced` informer scope. */
  grants(ofApis: PolicyRule[]): Grant[] {
    const N = this.clusterNamespace;
    return [
      {
        rules: clusterNamespaceRules(),
        within: namespace => namespace === N,
      },
      { rules: ofApis, within: namespace => namespace.startsWith(`${N}-`) },
    ];
  }

  /** Writes a kubeconfig into the cluster namespace and announces it on the ClusterBinding, as a rotation does. */
  async setKubeconfig(kubeconfig: string): Promise<void> {
    await this.putKubeconfig(kubeconfig);
    this.issued += 1;
    const key = { namespace: this.clusterNamespace, name: 'cluster' };
    // The konnector writes heartbeats to the same object.
    await retryOnConflict(async () => {
      const found = await this.admin.get(bindResources.clusterBindings, key);
      if (!found) return;
      const { resourceVersion } = found.metadata;
      const conditions = setCondition(
        found.status?.conditions ?? [],
        {
          type: 'TokenIssued',
          status: 'True',
          message: `The token is number ${this.issued}.`,
        },
        new Date(),
      );
      await this.admin.mergePatch(
        bindResources.clusterBindings,
        key,
        { metadata: { resourceVersion }, status: { conditions } },
        { subresource: 'status' },
      );
    });
  }

  private async putKubeconfig(kubeconfig: string): Promise<void> {
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

  /** Exports a CRD, given in its app cluster form, with rights for the konnector. */
  async export(
    crd: CustomResourceDefinition,
    permissionClaims: PermissionClaim[] = [],
  ): Promise<void> {
    const spec = crdToExportSpec(crd);
    if (!spec.ok) throw new Error(spec.error);
    const clusterScoped = crd.spec.scope === 'Cluster';
    const { plural } = crd.spec.names;
    const informerScope = clusterScoped
      ? 'Cluster'
      : (this.offeringOf(plural).informerScope ?? 'Namespaced');
    await applyAll(this.admin, [
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: {
          name: `api-${crd.metadata.name}`,
          labels: { tenant: this.clusterNamespace },
        },
        rules: controlPlaneRules(
          { group: crd.spec.group, resource: plural },
          permissionClaims,
        ),
      },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'ClusterRole',
        metadata: { name: this.tenantRole },
        aggregationRule: {
          clusterRoleSelectors: [
            { matchLabels: { tenant: this.clusterNamespace } },
          ],
        },
      },
      ...(informerScope === 'Cluster' ? [this.clusterRoleBinding()] : []),
    ]);
    await this.admin.apply<APIServiceExport>(
      bindResources.exports,
      {
        apiVersion: names.apiVersion,
        kind: 'APIServiceExport',
        metadata: {
          name: crd.metadata.name,
          namespace: this.clusterNamespace,
        },
        spec: {
          ...spec.value,
          informerScope,
          ...(clusterScoped && {
            clusterScopedIsolation: this.isolationOf(plural),
          }),
          permissionClaims,
        },
      },
      manager,
    );
  }

  /** Creates the service namespace of an app cluster namespace, then sets the status. */
  async provisionServiceNamespace(namespace: string): Promise<void> {
    const serviceNamespace = `${this.clusterNamespace}-${namespace}`;
    const key = { namespace: this.clusterNamespace, name: namespace };
    await createIfAbsent(this.admin, core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: serviceNamespace,
        annotations: {
          [annotations.apiServiceNamespace]: `${this.clusterNamespace}/${namespace}`,
        },
      },
    });
    await applyAll(this.admin, [
      this.roleBinding(serviceNamespace, 'klutch-binder', this.tenantRole),
    ]);
    await this.admin.mergePatch(
      bindResources.serviceNamespaces,
      key,
      { status: { namespace: serviceNamespace } },
      { subresource: 'status' },
    );
  }

  private async deleteServiceNamespace(namespace: string): Promise<void> {
    await this.admin.delete(core.namespaces, {
      name: `${this.clusterNamespace}-${namespace}`,
    });
  }

  private get tenantRole(): string {
    return `klutch-binder-${this.clusterNamespace}`;
  }

  private roleBinding(namespace: string, name: string, role: string) {
    return {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { name, namespace },
      ...this.bound(role),
    };
  }

  private clusterRoleBinding() {
    return {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: this.tenantRole },
      ...this.bound(this.tenantRole),
    };
  }

  private bound(role: string) {
    return {
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'User', apiGroup: rbac, name: this.tenant }],
    };
  }
}
