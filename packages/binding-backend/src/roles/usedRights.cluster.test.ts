/** Every right of the backend is used, and its work needs no other; on a real control plane cluster. */
import {
  annotations,
  binderClusterRoleName,
  bindResources,
  names,
  withSecretByName,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import {
  backendNames,
  serviceNamespaceQuota,
  tokenAnnotations,
} from '../backendNames';
import { resourceQuotas } from '../controllers/planQuota';
import { offboard } from '../offboarding/offboard';
import {
  enforceAdmissionPolicy,
  enforceTenantPolicy,
} from '../testing/__testUtils__/admissionPolicy';
import { ageToken } from '../testing/__testUtils__/ageToken';
import {
  withoutWaiting,
  byOperator,
  eventually,
  fakeClock,
} from '../testing/__testUtils__/controlPlane';
import {
  allowOffboarding,
  startOneTenant,
  type OneTenant,
} from '../testing/__testUtils__/oneTenant';
import {
  recordingClient,
  unusedRights,
  type UsedVerb,
} from '../testing/__testUtils__/recordingClient';
import { nonExpiringTokenSecret } from '../testing/__testUtils__/reference';
import {
  configMapsClaim,
  databases,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { exportName } from '../testing/__testUtils__/tenant';
import { backendRoles } from './backendRoles';
import { backendLeaseRole } from './leaseRole';
import { offboardingRoles } from './offboardingRoles';
import { templateRoles } from './templateRole';
import { hasSubjects } from './secretReaderBinding';

jest.setTimeout(120_000);

const day = 86_400;
const used: UsedVerb[] = [];
const usedForLease: UsedVerb[] = [];
const clock = fakeClock();
const subject = {
  kind: 'User',
  name: 'klutch-portal',
  apiGroup: 'rbac.authorization.k8s.io',
};
const clusterRole = { apiGroup: subject.apiGroup, kind: 'ClusterRole' };
const leaseRoles = backendLeaseRole(subject, 'default');
let on: OneTenant;
let recorded: KubeClient;

/** The whole life of an app cluster, except for its deletion. */
const live = async () => {
  const { namespace } = on.tenant;
  const former = binderClusterRoleName(namespace);
  await on.plane.offer([secretsClaim]);
  await on.backend.offers();
  await on.backend.bind({
    binder: { issuer: 'portal', subject: 'alice', groups: [] },
    identity: { subject: 'alice', clusterId: 'apps' },
    appCluster: on.admin,
    resource: databases,
    acceptedClaims: 'all',
  });
  await on.tenant.ensureExported();
  const unowned = { ...secretsClaim, selector: {} };
  await on.plane.offer([unowned, configMapsClaim]);
  await on.tenant.waitForExport('the new claim', ({ spec }) =>
    spec.permissionClaims?.some(({ resource }) => resource === 'configmaps'),
  );

  await on.tenant.claimNamespace('team-a');
  const where = await on.tenant.waitForServiceNamespace('team-a');
  await on.tenant.waitForGrant(where);
  await on.admin.create(core.roleBindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { namespace: where, name: names.binder },
    roleRef: { ...clusterRole, name: former },
    subjects: [],
  });
  await eventually(
    'the former grant is deleted',
    async () =>
      !(await on.admin.get(core.roleBindings, {
        namespace: where,
        name: names.binder,
      })),
  );
  const ofNamespace = { namespace, name: names.binder };
  await on.admin.mergePatch(core.roleBindings, ofNamespace, { subjects: [] });
  await eventually('the subjects of the RoleBinding are restored', async () => {
    const found = await on.admin.get(core.roleBindings, ofNamespace);
    return found?.subjects?.length === 1;
  });
  const key = { namespace: where, name: `klutch-api-${exportName}` };
  const right = await on.admin.get(core.roleBindings, key);
  await on.admin.mergePatch(core.roleBindings, key, { subjects: [] });
  await eventually('the subjects are restored', async () => {
    const found = await on.admin.get(core.roleBindings, key);
    return found?.subjects?.length === 1;
  });
  await on.admin.delete(core.roleBindings, key);
  const wrong = { ...clusterRole, name: 'view' };
  await eventually('another RoleBinding has replaced it', () =>
    on.admin
      .create(core.roleBindings, {
        ...(right ?? { apiVersion: '', kind: '' }),
        metadata: key,
        roleRef: wrong,
      })
      .catch(() => on.admin.delete(core.roleBindings, key).then(() => false)),
  );
  await eventually('the RoleBinding is replaced', async () => {
    const found = await on.admin.get(core.roleBindings, key);
    return found?.roleRef.name === key.name;
  });
  await on.admin.create(core.clusterRoleBindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: former },
    roleRef: { ...clusterRole, name: former },
    subjects: [],
  });
  await eventually(
    'the RoleBinding is deleted',
    async () =>
      !(await on.admin.get(core.clusterRoleBindings, { name: former })),
  );

  const [first, second] = backendNames.tokenSecrets;
  await ageToken(on.admin, namespace, 0.6 * day);
  await eventually('the token is renewed', async () => {
    const kubeconfig = { namespace, name: names.kubeconfigSecret };
    const found = await on.admin.get(core.secrets, kubeconfig);
    return found?.metadata.annotations?.[tokenAnnotations.secret] === second;
  });
  await ageToken(on.admin, namespace, 0.45 * day);
  await eventually(
    'the old token is revoked',
    async () => !(await on.admin.get(core.secrets, { namespace, name: first })),
  );

  const request = await on.plane.request(namespace);
  await eventually('the request is finished', async () => {
    const found = await on.plane.getRequest(namespace, request);
    return found?.status?.phase === 'Succeeded';
  });
  clock.advance(600);
  await on.admin.mergePatch(
    bindResources.requests,
    { namespace, name: request },
    { metadata: { labels: { resync: 'once' } } },
  );
  await eventually(
    'the request is deleted',
    async () => !(await on.plane.getRequest(namespace, request)),
  );

  await on.tenant.claimNamespace('team-b');
  await on.tenant.waitForServiceNamespace('team-b');
  await on.tenant.client.delete(bindResources.serviceNamespaces, {
    namespace,
    name: 'team-b',
  });
  await eventually(
    'the service namespace is deleted',
    async () => !(await on.tenant.getServiceNamespace('team-b')),
  );

  await on.admin.mergePatch(
    bindResources.clusterBindings,
    { namespace, name: names.clusterBinding },
    { status: { konnectorVersion: withSecretByName('v1.0.0') } },
    { subresource: 'status' },
  );
  const reader = { namespace, name: backendNames.secretReader };
  await eventually('the right to watch Secrets is withdrawn', async () => {
    const found = await on.admin.get(core.roleBindings, reader);
    return found && !hasSubjects(found);
  });

  // By the backend's clock types are counted by now; last, because this control plane cluster does not count them.
  const quota = { namespace, name: serviceNamespaceQuota.name };
  await on.admin.create(resourceQuotas, {
    apiVersion: 'v1',
    kind: resourceQuotas.kind,
    metadata: quota,
  });
  await on.admin.delete(resourceQuotas, quota);
  const created = await eventually('service namespaces are limited', () =>
    on.admin.get(resourceQuotas, quota),
  );
  const [counted = ''] = Object.keys(created.spec?.hard ?? {});
  const limit = serviceNamespaceQuota.limit;
  await on.admin.mergePatch(resourceQuotas, quota, {
    metadata: { annotations: { [limit]: '7' } },
    spec: { hard: { [counted]: '7' } },
  });
  await eventually('the limit follows the configuration', async () => {
    const found = await on.admin.get(resourceQuotas, quota);
    return found?.spec?.hard?.[counted] === created.spec?.hard?.[counted];
  });
};

/** The deletion of the app cluster, and of what an AppClusterBinding left. */
const end = async () => {
  const { namespace } = on.tenant;
  await on.admin.create(core.secrets, nonExpiringTokenSecret(namespace));
  await offboard(recorded, namespace, {
    confirm: namespace,
    ...withoutWaiting,
  });
  const left = 'klutch-bind-platform-left';
  await on.admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: left,
      annotations: {
        [annotations.identity]: 'appclusterbinding#platform#left#u',
      },
    },
  });
  await offboard(recorded, left, { confirm: left });
};

beforeAll(async () => {
  on = await startOneTenant('rights', async plane => {
    const [role, binding] = leaseRoles;
    await plane.admin.apply(core.roles, role, byOperator);
    await plane.admin.apply(core.roleBindings, binding, byOperator);
    await allowOffboarding(plane);
    await enforceAdmissionPolicy(plane);
    await enforceTenantPolicy(plane.admin);
    recorded = recordingClient(plane.portal, used);
    return {
      client: recorded,
      now: clock.now,
      lease: {
        client: recordingClient(plane.portal, usedForLease),
        namespace: 'default',
      },
    };
  });
  await live();
  await end();
});
afterAll(() => on?.stop());

it('offboarding has used each of its rights', () => {
  const granted = offboardingRoles().flatMap(({ rules }) => rules ?? []);
  expect(unusedRights(granted, used)).toEqual([]);
});

it('the backend has used each of its rights', () => {
  const [, base] = backendRoles();
  const [, ofTemplate] = templateRoles(databasesTemplate());
  const rules = [...(base?.rules ?? []), ...(ofTemplate.rules ?? [])];
  const granted = rules.filter(
    ({ verbs }) => !verbs.includes('bind'), // The verb causes no request: it permits RoleBindings to the role.
  );
  expect(granted).not.toEqual([]);
  expect(unusedRights(granted, used)).toEqual([
    // For the portal, which contains the backend and follows the copies; the
    // backend alone lists them.
    'watch example.test/databases',
  ]);
});

it('replicas use each right on their Lease', () => {
  const [role] = leaseRoles;
  expect(unusedRights(role.rules ?? [], usedForLease)).toEqual([]);
});
