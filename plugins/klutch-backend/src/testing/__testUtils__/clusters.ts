/** A real control plane and a real app cluster, with the rights of portal, developer, operator and guest. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindResources, controlPlaneCrds, names } from '@klutch/bind-api';
import {
  backendAdmissionPolicy,
  offeringRules,
  backendRoleBinding,
  backendRoles,
  konnectorApiRole,
  portalAppClusterRoles,
  portalControlPlaneRoles,
  tenantAdmissionPolicy,
} from '@klutch/binding-backend';
import {
  core,
  createClient,
  defineResource,
  loadKubeConfig,
  isEstablished,
  isNotFound,
  type KubeClient,
  type KubeObject,
  type PolicyRule,
} from '@klutch/kube';
import {
  borrowCluster,
  type LocalCluster,
  type TestCluster,
} from '@klutch/local-clusters';
import { waitFor } from '@klutch/local-processes';
import { sampleCrds } from './samples';

/** Both clusters, and the operations of tests on both. */
export interface TestClusters {
  controlPlane: { cluster: LocalCluster; admin: KubeClient };
  appCluster: { cluster: TestCluster; admin: KubeClient };
  /** File with the portal's kubeconfig of the control plane. */
  controlPlaneKubeconfig: string;
  /** YAML, of the portal on the app cluster. */
  appClusterKubeconfig: string;
  stop(): Promise<void>;
}

export const portalUser = 'klutch-portal';
const rbac = 'rbac.authorization.k8s.io';

/** The Kubernetes users and groups of the test users. */
export const impersonatedSubjects = {
  users: ['alice', 'bob', 'mallory', 'oscar', 'guest'].map(
    name => `klutch:${name}`,
  ),
  groups: ['klutch:developers', 'klutch:operators', 'klutch:guests'],
};

const read = ['get', 'list', 'watch'];
const edit = [...read, 'create', 'update', 'patch', 'delete'];

export const rule = (
  group: string,
  resources: string[],
  verbs: string[],
): PolicyRule => ({ apiGroups: [group], resources, verbs });

export const clusterRole = (name: string, rules: PolicyRule[]): KubeObject => ({
  apiVersion: `${rbac}/v1`,
  kind: 'ClusterRole',
  metadata: { name },
  ...{ rules },
});

/** Binds a ClusterRole to a group of the portal, in one namespace or in all. */
export function binding(
  role: string,
  group: string,
  namespace?: string,
): KubeObject {
  return {
    apiVersion: `${rbac}/v1`,
    kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
    metadata: { name: role, ...(namespace && { namespace }) },
    ...{
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'Group', apiGroup: rbac, name: `klutch:${group}` }],
    },
  };
}

const namespace = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

const operatorRules = [
  rule('anynines.com', ['*'], edit),
  rule(names.group, ['*'], edit),
  rule(names.templateGroup, ['apiserviceexporttemplates'], edit),
  rule('', ['namespaces', 'secrets', 'configmaps'], edit),
  rule('apiextensions.k8s.io', ['customresourcedefinitions'], edit),
  rule(rbac, ['clusterroles'], edit),
  ...offeringRules(
    sampleCrds.map(({ spec }) => ({
      group: spec.group,
      resource: spec.names.plural,
    })),
  ),
];

const plurals: Record<string, string> = {
  Namespace: 'namespaces',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
  CustomResourceDefinition: 'customresourcedefinitions',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
};

/** Applies objects as the administrator: Namespaces first, then all else at once. */
export async function apply(
  admin: KubeClient,
  objects: KubeObject[],
): Promise<void> {
  const isNamespace = ({ kind }: KubeObject) => kind === 'Namespace';
  const applyAll = (some: KubeObject[]) =>
    Promise.all(some.map(object => applyOne(admin, object)));
  await applyAll(objects.filter(isNamespace));
  await applyAll(objects.filter(object => !isNamespace(object)));
}

async function applyOne(admin: KubeClient, object: KubeObject): Promise<void> {
  const [group = '', version = ''] = object.apiVersion.includes('/')
    ? object.apiVersion.split('/')
    : ['', object.apiVersion];
  const resource = defineResource({
    group,
    version,
    plural: plurals[object.kind] ?? '',
    kind: object.kind,
    namespaced: object.metadata.namespace !== undefined,
  });
  await admin.apply(resource, object, { fieldManager: 'test', force: true });
}

async function established(admin: KubeClient, crds: KubeObject[]) {
  await waitFor(
    async () => {
      const { items } = await admin.list(core.customResourceDefinitions);
      return crds.every(({ metadata }) =>
        items.some(
          crd => crd.metadata.name === metadata.name && isEstablished(crd),
        ),
      );
    },
    { what: 'CRDs are established', timeoutMs: 30_000 },
  );
}

/** Installs the CRD of a bound API, as a konnector does. */
export async function installApi(
  admin: KubeClient,
  plural: string,
): Promise<void> {
  const crds = sampleCrds.filter(({ spec }) => spec.names.plural === plural);
  await apply(admin, crds);
  await established(admin, crds);
}

/** Deletes all bindings on an app cluster, with their kubeconfigs; nothing on the control plane. */
export async function deleteBindings(admin: KubeClient): Promise<void> {
  const within = { namespace: names.appClusterNamespace };
  for (const resource of [bindResources.bindings, core.secrets]) {
    const { items } = await admin.list(resource, within).catch(error => {
      if (isNotFound(error)) return { items: [] };
      throw error;
    });
    for (const { metadata } of items) {
      await admin.delete(resource, { ...within, name: metadata.name ?? '' });
    }
  }
}

async function prepareControlPlane(cluster: LocalCluster) {
  const admin = createClient(loadKubeConfig(cluster.kubeconfig));
  const subject = { kind: 'User', apiGroup: rbac, name: portalUser };
  await apply(admin, [
    namespace('klutch-portal'),
    namespace(names.templateNamespace),
    ...controlPlaneCrds,
    ...sampleCrds,
    ...backendRoles(),
    backendRoleBinding(subject),
    ...backendAdmissionPolicy(subject),
    ...tenantAdmissionPolicy(),
    ...portalControlPlaneRoles(portalUser, impersonatedSubjects),
    clusterRole('operator', operatorRules),
    binding('operator', 'operators'),
  ]);
  await established(admin, [...controlPlaneCrds, ...sampleCrds]);
  return admin;
}

/** Grants the test users and the portal their rights on an app cluster. */
export async function prepareAppCluster(
  cluster: LocalCluster,
): Promise<KubeClient> {
  const admin = createClient(loadKubeConfig(cluster.kubeconfig));
  await apply(admin, [
    namespace('team-a'),
    namespace('team-b'),
    ...portalAppClusterRoles(portalUser, impersonatedSubjects),
    clusterRole('operator', operatorRules),
    binding('operator', 'operators'),
    clusterRole('developer', [
      rule('anynines.com', ['*'], edit),
      rule('', ['secrets', 'events'], read),
      rule('apps', ['deployments'], read),
    ]),
    binding('developer', 'developers', 'team-a'),
    clusterRole('guest', [rule('anynines.com', ['*'], read)]),
    binding('guest', 'guests', 'team-a'),
    // A user who grants the konnector its rights must hold these rights, including those on status.
    clusterRole(
      'status',
      konnectorApiRole({ group: 'anynines.com', resource: '*' }, []).rules ??
        [],
    ),
    binding('status', 'operators'),
  ]);
  return admin;
}

/**
 * Starts both clusters and grants all test users their rights.
 *
 * @param startControlPlane - default: borrows an empty cluster
 */
export async function startClusters(
  startControlPlane: () => Promise<LocalCluster> = () =>
    borrowCluster({ name: 'control-plane' }),
): Promise<TestClusters> {
  const [controlPlane, appCluster] = await Promise.all([
    startControlPlane(),
    borrowCluster({ name: 'apps' }),
  ]);
  const [controlPlaneAdmin, appClusterAdmin] = await Promise.all([
    prepareControlPlane(controlPlane),
    prepareAppCluster(appCluster),
  ]);
  const dir = await mkdtemp(join(tmpdir(), 'klutch-portal-'));
  const controlPlaneKubeconfig = join(dir, 'control-plane.yaml');
  await writeFile(controlPlaneKubeconfig, await controlPlane.user(portalUser), {
    mode: 0o600,
  });
  return {
    controlPlane: { cluster: controlPlane, admin: controlPlaneAdmin },
    appCluster: { cluster: appCluster, admin: appClusterAdmin },
    controlPlaneKubeconfig,
    appClusterKubeconfig: await appCluster.user(portalUser),
    async stop() {
      await Promise.all([controlPlaneAdmin.close(), appClusterAdmin.close()]);
      await Promise.all([controlPlane.stop(), appCluster.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
