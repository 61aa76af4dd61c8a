/**
 * Writes of the backend's own user that the policy denies although RBAC permits them; on a real control plane cluster.
 */
import {
  annotations,
  bindResources,
  konnectorDeployment,
  labels,
  names,
  policyRule,
} from '@klutch/bind-api';
import { core, defineResource, type KubeClient } from '@klutch/kube';
import { deployments } from '../appClusterBinding/planKonnector';
import { backendNames, serviceNamespaceQuota } from '../backendNames';
import { resourceQuotas } from '../controllers/planQuota';
import { secretReaderBinding } from './secretReaderBinding';
import { enforceAdmissionPolicy } from '../testing/__testUtils__/admissionPolicy';
import { enableAppClusterBindings } from '../testing/__testUtils__/appCluster';
import {
  byOperator,
  eventually,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';

jest.setTimeout(90_000);

const rbacGroup = 'rbac.authorization.k8s.io';
const rbacVersion = `${rbacGroup}/v1`;
const apiRole = 'klutch-api-databases.example.test';
const powerful = 'clusterrole-aggregation-controller';
let plane: TestControlPlane;
let me: KubeClient;
/** The cluster namespace of the test. */
const own = 'cluster-own';

const secretIn = (namespace: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    namespace,
    name: names.kubeconfigSecret,
    annotations: { 'kubernetes.io/service-account.name': powerful },
  },
  ...more,
});
const accountIn = (namespace: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { namespace, name },
});
/** @param change - replacements in the JSON of the Deployment */
const runKonnector = (
  namespace: string,
  change: [string, string] = ['', ''],
) => {
  const wanted = konnectorDeployment({
    namespace,
    image: 'k',
    serviceAccount: names.binder,
    args: [],
  });
  const changed = JSON.stringify(wanted).replace(...change);
  return me.apply(deployments, JSON.parse(changed), byOperator);
};
const makeNamespace = (name: string, marks: Record<string, string> = {}) =>
  plane.admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, annotations: marks },
  });

beforeAll(async () => {
  plane = await startControlPlane('policies');
  me = plane.portal;
  await enableAppClusterBindings(plane);
  await makeNamespace(own, { [annotations.identity]: 'alice#apps' });
  await makeNamespace('somebody-elses');
  // As roles of earlier export templates, or roles with the label from another source.
  const verbs = ['get', 'list', 'create', 'patch', 'delete'];
  await plane.admin.create(core.clusterRoles, {
    apiVersion: rbacVersion,
    kind: 'ClusterRole',
    metadata: {
      name: 'too-much',
      labels: { [labels.aggregateToBackend]: 'true' },
    },
    rules: [
      policyRule('', ['configmaps', 'secrets'], verbs),
      policyRule(
        rbacGroup,
        ['clusterroles', 'clusterrolebindings', 'rolebindings'],
        verbs,
      ),
      policyRule(rbacGroup, ['clusterroles'], ['bind'], [apiRole]),
    ],
  });
  await eventually('the backend has these rights', () =>
    me.canI({ verb: 'patch', group: '', resource: 'configmaps' }),
  );
  await enforceAdmissionPolicy(plane);
});
afterAll(() => plane?.stop());

const outside = 'in cluster namespaces only';

it('gets no token of a service account of the control plane', async () => {
  const token = { type: 'kubernetes.io/service-account-token' };
  const where = 'kube-system';
  await expect(
    me.create(core.serviceAccounts, accountIn(where, powerful)),
  ).rejects.toThrow(outside);
  await expect(me.create(core.secrets, secretIn(where, token))).rejects.toThrow(
    outside,
  );
  await expect(me.create(core.secrets, secretIn(own, token))).rejects.toThrow(
    'of type Opaque only',
  );
  await expect(
    me.create(core.serviceAccounts, accountIn(own, powerful)),
  ).rejects.toThrow('serviceaccounts named klutch-binder only');

  await plane.admin.create(
    core.serviceAccounts,
    accountIn(where, names.binder),
  );
  await expect(
    me.createToken(
      { namespace: where, name: names.binder },
      { expirationSeconds: 600 },
    ),
  ).rejects.toThrow(outside);
});

it('gets no token that is not bound to its own Secrets, or has no limited lifetime', async () => {
  const account = { namespace: own, name: names.binder };
  await me.create(core.serviceAccounts, accountIn(own, names.binder));
  const [tokenSecret] = backendNames.tokenSecrets;
  const secretNamed = async (name: string) => {
    const { metadata } = await me.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: own, name },
    });
    return { name, uid: metadata.uid ?? '' };
  };
  const its = await secretNamed(tokenSecret);
  const another = await secretNamed(names.kubeconfigSecret);
  const ask = (expirationSeconds: number, boundSecret?: typeof its) =>
    me.createToken(account, {
      expirationSeconds,
      ...(boundSecret && { boundSecret }),
    });
  const bound = 'only tokens that are bound to Secret klutch-binder-token-a';
  await expect(ask(600)).rejects.toThrow(bound);
  await expect(ask(600, another)).rejects.toThrow(bound);
  await expect(ask(604_801, its)).rejects.toThrow('of a week at most');
  await expect(ask(604_800, its)).resolves.toHaveProperty('token');
});

it('writes no Leases but those of its own replicas', async () => {
  const leaseNamed = (name: string) =>
    me.create(core.leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace: 'somebody-elses', name },
    });
  await expect(leaseNamed('kube-scheduler')).rejects.toThrow(
    'leases named klutch-binding-backend, klutch-binding-backend-led only',
  );
  for (const name of [backendNames.lease, `${backendNames.lease}-led`]) {
    await expect(leaseNamed(name)).resolves.toMatchObject({ kind: 'Lease' });
  }
});

it('binds APIs in cluster namespaces only', async () => {
  const bindingIn = (namespace: string) => ({
    apiVersion: names.apiVersion,
    kind: bindResources.bindings.kind,
    metadata: { namespace, name: 'databases.example.test' },
    spec: {
      kubeconfigSecretRef: {
        name: names.kubeconfigSecret,
        key: names.kubeconfigKey,
        namespace,
      },
    },
  });
  const theirs = 'somebody-elses';
  await expect(
    me.create(bindResources.bindings, bindingIn(theirs)),
  ).rejects.toThrow(outside);
  await plane.admin.create(bindResources.bindings, bindingIn(theirs));
  const key = { namespace: theirs, name: 'databases.example.test' };
  await expect(
    me.mergePatch(bindResources.bindings, key, {
      metadata: { finalizers: [] },
    }),
  ).rejects.toThrow(outside);
  await expect(me.delete(bindResources.bindings, key)).rejects.toThrow(outside);
  await expect(
    me.create(bindResources.bindings, bindingIn(own)),
  ).resolves.toMatchObject({ metadata: { namespace: own } });
});

it('R16: grants no right to watch Secrets outside of cluster namespaces', async () => {
  const service = 'cluster-own-watched';
  await makeNamespace(service, {
    [annotations.apiServiceNamespace]: `${own}/watched`,
  });
  await expect(
    me.create(core.roleBindings, secretReaderBinding(service, true)),
  ).rejects.toThrow('klutch-secret-reader in cluster namespaces');
  await expect(
    me.create(core.roleBindings, secretReaderBinding(own, true)),
  ).resolves.toMatchObject({ kind: 'RoleBinding' });
});

it('R14: limits nothing but service namespaces, in cluster namespaces only', async () => {
  const quotaNamed = (namespace: string, name: string) =>
    me.create(resourceQuotas, {
      apiVersion: 'v1',
      kind: resourceQuotas.kind,
      metadata: { namespace, name },
    });
  const { name } = serviceNamespaceQuota;
  await expect(quotaNamed('somebody-elses', name)).rejects.toThrow(outside);
  await expect(quotaNamed(own, 'all')).rejects.toThrow(
    'resourcequotas named service-namespaces only',
  );
  await expect(quotaNamed(own, name)).resolves.toMatchObject({
    kind: resourceQuotas.kind,
  });
});

describe('a RoleBinding', () => {
  const service = `${own}-team-a`;
  const konnector = {
    kind: 'ServiceAccount',
    name: names.binder,
    namespace: own,
  };
  const bind = (
    namespace: string,
    name: string,
    subject: object = konnector,
    role = name,
  ) =>
    me.create(core.roleBindings, {
      apiVersion: rbacVersion,
      kind: 'RoleBinding',
      metadata: { namespace, name },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: role },
      subjects: [{ ...konnector, ...subject }],
    });
  beforeAll(() =>
    makeNamespace(service, {
      [annotations.apiServiceNamespace]: `${own}/team-a`,
    }),
  );

  it('is created in cluster namespaces and service namespaces only', async () => {
    await expect(bind('kube-system', names.binder)).rejects.toThrow(outside);
    await expect(bind('kube-system', apiRole)).rejects.toThrow(outside);
    await expect(bind(own, names.binder)).resolves.toMatchObject({
      kind: 'RoleBinding',
    });
    await expect(bind(service, apiRole)).resolves.toMatchObject({
      kind: 'RoleBinding',
    });
  });

  it('R13: grants an API in service namespaces only, and to their own konnector alone', async () => {
    const another = `${service}-2`;
    await makeNamespace(another, {
      [annotations.apiServiceNamespace]: `${own}/team-b`,
    });
    await expect(bind(own, apiRole)).rejects.toThrow('in service namespaces');
    const toItself = 'own cluster namespace only';
    const subjects = [
      { kind: 'User', name: 'klutch-portal', namespace: undefined },
      { name: 'other' },
      { namespace: 'cluster-ow' },
      { namespace: 'somebody-elses' },
    ];
    for (const subject of subjects) {
      await expect(bind(another, apiRole, subject)).rejects.toThrow(toItself);
    }
    await expect(
      bind(another, apiRole, konnector, names.binder),
    ).rejects.toThrow(toItself);
    await expect(bind(another, apiRole)).resolves.toHaveProperty('metadata');
  });
});

it('runs konnectors without changes, in cluster namespaces', async () => {
  await expect(runKonnector(own)).resolves.toMatchObject({
    kind: 'Deployment',
  });
  await expect(runKonnector('kube-system')).rejects.toThrow(outside);
  const key = { namespace: own, name: names.konnector };
  await expect(me.delete(deployments, key)).resolves.toBe('deleted');
});

const podStart = '"containers":';
const container = '"allowPrivilegeEscalation":false';
it.each<[string, [string, string]]>([
  [
    'another service account',
    [`"serviceAccountName":"${names.binder}"`, `"serviceAccountName":"other"`],
  ],
  [
    'the disk of the node',
    [podStart, `"volumes":[{"name":"v","hostPath":{"path":"/"}}],${podStart}`],
  ],
  ['the network of the node', [podStart, `"hostNetwork":true,${podStart}`]],
  ['root', ['"runAsNonRoot":true', '"runAsNonRoot":false']],
  ['a capability', ['"drop":["ALL"]', '"drop":["ALL"],"add":["SYS_MODULE"]']],
  ['privilege escalation', [container, '"privileged":false']],
])('runs no konnector with %s', async (_, change) => {
  await expect(runKonnector(own, change)).rejects.toThrow(
    'The binding backend runs konnectors',
  );
});

it('deletes nothing that was not created for an app cluster', async () => {
  await expect(
    me.delete(core.namespaces, { name: 'somebody-elses' }),
  ).rejects.toThrow('deletes cluster namespaces and service namespaces only');
  await expect(
    me.delete(core.clusterRoleBindings, { name: 'cluster-admin' }),
  ).rejects.toThrow('ClusterRoleBindings of app clusters');
});

it("R15: writes no ClusterRoles, so none whose labels add to Kubernetes' own", async () => {
  const name = 'klutch-binder-cluster-own';
  const role = {
    apiVersion: rbacVersion,
    kind: 'ClusterRole',
    metadata: {
      name,
      labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' },
    },
    rules: [policyRule('', ['configmaps'], ['get'])],
  };
  await expect(me.create(core.clusterRoles, role)).rejects.toThrow(
    'and no ClusterRoles',
  );
  await expect(
    me.create(core.clusterRoleBindings, {
      apiVersion: rbacVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: apiRole },
      subjects: [{ kind: 'User', name: 'klutch-portal' }],
    }),
  ).rejects.toThrow('deletes the ClusterRoleBindings of app clusters only');
  const { metadata, ...rest } = role;
  await plane.admin.create(core.clusterRoles, { ...rest, metadata: { name } });
  await expect(
    me.mergePatch(core.clusterRoles, { name }, { metadata }),
  ).rejects.toThrow('and no ClusterRoles');
});

it('cannot use rights granted by others', async () => {
  const configMaps = defineResource({
    group: '',
    version: 'v1',
    plural: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
  });
  const namespace = 'kube-system';
  await expect(
    me.mergePatch(
      configMaps,
      { namespace, name: 'extension-apiserver-authentication' },
      { data: { 'requestheader-allowed-names': '[]' } },
    ),
  ).rejects.toThrow('what belongs to the binding only');

  const { metadata } = await plane.admin.create(core.secrets, {
    ...secretIn(namespace),
    metadata: { namespace, name: 'of-somebody' },
  });
  await expect(
    me.mergePatch(
      core.secrets,
      { namespace, name: metadata.name ?? '' },
      { data: {} },
    ),
  ).rejects.toThrow(outside);
});

it('does not restrict other users', async () => {
  const { metadata } = secretIn('somebody-elses');
  const token = { type: 'kubernetes.io/service-account-token' };
  await plane.admin.create(
    core.serviceAccounts,
    accountIn('somebody-elses', powerful),
  );
  await expect(
    plane.admin.create(core.secrets, secretIn('somebody-elses', token)),
  ).resolves.toMatchObject({ metadata: { name: metadata.name } });
});
