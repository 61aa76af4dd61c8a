import { core, type KubeClient } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { backendLeaseRole } from '../roles/leaseRole';
import {
  byOperator,
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { exportName } from '../testing/__testUtils__/tenant';
import { bindResources } from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';

jest.setTimeout(90_000);

const namespace = 'default';
const times = { durationMs: 3_000, renewDeadlineMs: 2_000, retryMs: 200 };
let plane: TestControlPlane;
let admin: KubeClient;
let first: RunningBackend;
let second: RunningBackend;

const holder = async () => {
  const key = { namespace, name: backendNames.lease };
  const lease = await admin.get(core.leases, key);
  return lease?.spec?.holderIdentity || undefined;
};

/** An export request in a cluster namespace of its own, which is processed by the leader. */
const exportFor = async (clusterId: string) => {
  const identity = { subject: 'alice', clusterId };
  const tenant = await second.provision(identity);
  await plane.request(tenant.namespace);
  return eventually('the export', () =>
    admin.get(bindResources.exports, {
      namespace: tenant.namespace,
      name: exportName,
    }),
  );
};

beforeAll(async () => {
  plane = await startControlPlane('leader');
  admin = plane.admin;
  await plane.offer();
  const subject = {
    kind: 'User',
    name: 'klutch-portal',
    apiGroup: 'rbac.authorization.k8s.io',
  };
  const [role, binding] = backendLeaseRole(subject, namespace);
  await admin.apply(core.roles, role, byOperator);
  await admin.apply(core.roleBindings, binding, byOperator);
});
beforeEach(async () => {
  const replica = () =>
    plane.backend({ lease: { client: plane.portal, namespace, times } });
  first = await replica();
  await eventually('the first leads', holder);
  second = await replica();
});
afterEach(async () => {
  await second?.stop(); // The second first, which is not elected then.
  await first?.stop();
});
afterAll(() => plane?.stop());

describeLong('two replicas', () => {
  it('have one leader, while both serve requests', async () => {
    expect(await exportFor('one')).toBeDefined();
    expect(plane.logLines.join('')).toContain('started leading');
  });

  it('continue when the leader stops gracefully', async () => {
    const before = await holder();
    await first.stop();
    await eventually('the other replica leads', async () => {
      const now = await holder();
      return now !== undefined && now !== before;
    });
    expect(await exportFor('two')).toBeDefined();
  });

  it('continue when the Lease is lost, without a restart of the process', async () => {
    const key = { namespace, name: backendNames.lease };
    const from = plane.logLines.length;
    await admin.mergePatch(core.leases, key, {
      spec: { holderIdentity: 'another-replica' },
    });
    await eventually('the former leader waits', async () =>
      plane.logLines
        .slice(from)
        .some(line => line.includes('waiting to be elected again')),
    );
    await eventually('the replica leads again', async () => {
      const now = await holder();
      return now !== undefined && now !== 'another-replica';
    });
    expect(await exportFor('three')).toBeDefined();
  });
});
