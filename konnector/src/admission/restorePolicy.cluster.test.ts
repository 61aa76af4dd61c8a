/** The policy for restores on a real app cluster and a real control plane, with a konnector between them. */
import { restorePolicy, restoreRefusal } from '@klutch/bind-api';
import { ApiError, type KubeClient } from '@klutch/kube';
import { applyPolicies } from '../testing/__testUtils__/applyPolicies';
import { applyAll, eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  testVersion,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const base = testCrd('restores', 'Restore');
const text = { type: 'string' };
const crd = {
  ...base,
  metadata: { name: 'restores.anynines.com' },
  spec: {
    ...base.spec,
    group: 'anynines.com',
    versions: [
      testVersion('v1', {
        backupRef: text,
        instanceRef: text,
        serviceInstanceType: text,
        resourceRef: { type: 'object', properties: { name: text } },
      }),
    ],
  },
};
const restores = resourceOfCrd(crd);
const spec = { backupRef: 'monday', serviceInstanceType: 'postgresql' };
const rbac = 'rbac.authorization.k8s.io';

/** May write restores and read all Secrets of the namespace. */
const alice = 'alice';
/** May write restores, and read the Secret `app-creds` only. */
const bob = 'bob';

const refusalOf = (name: string) => ({
  code: 403,
  reason: 'Forbidden',
  message: `restores.anynines.com "${name}" is forbidden: ValidatingAdmissionPolicy 'klutch-restores' with binding 'klutch-restores' denied request: ${restoreRefusal}`,
});

const roleOf = (name: string, namespace: string, user: string) => [
  {
    apiVersion: `${rbac}/v1`,
    kind: 'Role',
    metadata: { name, namespace },
    rules: [
      { apiGroups: ['anynines.com'], resources: ['restores'], verbs: ['*'] },
      {
        apiGroups: [''],
        resources: ['secrets'],
        verbs: ['get'],
        ...(user === alice ? {} : { resourceNames: ['app-creds'] }),
      },
    ],
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'RoleBinding',
    metadata: { name, namespace },
    roleRef: { apiGroup: rbac, kind: 'Role', name },
    subjects: [{ kind: 'User', apiGroup: rbac, name: user }],
  },
];

let fixture: TwoClusterFixture;
let view: UserView;

const as = (client: KubeClient, user: string) =>
  client.as({ user, groups: [] });
const restore = (
  client: KubeClient,
  user: string,
  name: string,
  { dryRun = false, namespace = 'team-a' } = {},
) =>
  as(client, user).create(
    restores,
    userObject(restores, name, spec, namespace),
    { dryRun },
  );

/** The API server enforces a policy some moments after it was applied. */
const untilEnforced = (client: KubeClient, namespace: string) =>
  eventually('the policy is enforced', () =>
    restore(client, bob, 'probe', { dryRun: true, namespace }).then(
      () => false,
      (error: unknown) =>
        error instanceof ApiError && error.message.includes(restoreRefusal),
    ),
  );

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  view = new UserView(fixture, restores);
  fixture.startKonnector();
  await fixture.offerAndBind(crd);
  const { consumer, provider } = fixture;
  await Promise.all(
    [consumer, provider].map(client => applyPolicies(client, restorePolicy())),
  );
  await view.create('first', spec);
  const { namespace: serviceNamespace = '' } = view.copyKey('first');
  await applyAll(provider, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'direct' } },
  ]);
  for (const user of [alice, bob]) {
    await applyAll(consumer, roleOf(user, 'team-a', user));
    await applyAll(provider, roleOf(user, 'direct', user));
    await applyAll(provider, roleOf(user, serviceNamespace, user));
  }
  await untilEnforced(consumer, 'team-a');
  await untilEnforced(provider, 'direct');
  await untilEnforced(provider, serviceNamespace);
}, 150_000);
afterAll(() => fixture?.stop(), 30_000);

describe('a user of the app cluster', () => {
  it('restores with the right to read Secrets, and the konnector syncs the restore', async () => {
    await restore(fixture.consumer, alice, 'allowed', { dryRun: true });
    await restore(fixture.consumer, alice, 'allowed');
    await view.waitForCopy('allowed', copy => copy.spec);
    await as(fixture.consumer, alice).mergePatch(
      restores,
      view.key('allowed'),
      { spec: { backupRef: 'tuesday' } },
    );
    const changed = await view.waitForCopy(
      'allowed',
      ({ spec: copied }) =>
        (copied as { backupRef?: string }).backupRef !== spec.backupRef,
    );
    expect(changed.spec).toEqual({ ...spec, backupRef: 'tuesday' });
  });

  it('is refused without the right, with a message, also in a dry run and by an apply', async () => {
    const { consumer } = fixture;
    const refused = refusalOf('refused');
    await expect(
      restore(consumer, bob, 'refused', { dryRun: true }),
    ).rejects.toMatchObject(refused);
    await expect(restore(consumer, bob, 'refused')).rejects.toMatchObject(
      refused,
    );
    await expect(
      as(consumer, bob).apply(restores, userObject(restores, 'refused', spec), {
        fieldManager: 'kubectl',
      }),
    ).rejects.toMatchObject(refused);
    expect(await view.object('refused')).toBeUndefined();
  });

  it('cannot redirect a restore of another user, but label and delete it', async () => {
    const client = as(fixture.consumer, bob);
    const key = view.key('shared');
    await restore(fixture.consumer, alice, 'shared');
    for (const change of [
      { backupRef: 'sunday' },
      { instanceRef: 'mine' },
      { serviceInstanceType: 'mariadb' },
    ]) {
      await expect(
        client.mergePatch(restores, key, { spec: change }),
      ).rejects.toMatchObject(refusalOf('shared'));
    }
    await client.mergePatch(restores, key, {
      metadata: { labels: { team: 'a' } },
      spec: { resourceRef: { name: 'xr' } },
    });
    await client.delete(restores, key);
    await view.waitForObjectDeleted('shared');
  });
});

it('does not stop the konnector from creating what it adopts from the control plane', async () => {
  const { provider } = fixture;
  const { namespace = '' } = view.copyKey('adopted');
  await restore(provider, alice, 'adopted', { namespace });
  const adopted = await view.waitForObject('adopted', () => true);
  expect(adopted.spec).toMatchObject(spec);
});

describe('a user of the control plane', () => {
  it('needs the right, in service namespaces, too', async () => {
    const { provider } = fixture;
    const { namespace = '' } = view.copyKey('any');
    await restore(provider, alice, 'allowed', { namespace: 'direct' });
    for (const where of ['direct', namespace]) {
      await expect(
        restore(provider, bob, 'refused', { namespace: where }),
      ).rejects.toMatchObject(refusalOf('refused'));
    }
  });

  it('is not exempt as the service account of another cluster namespace', async () => {
    const { provider } = fixture;
    const { namespace = '' } = view.copyKey('any');
    const user = 'system:serviceaccount:cluster-y:klutch-binder';
    const client = await fixture.controlPlaneUser(user);
    try {
      for (const where of ['direct', namespace]) {
        await applyAll(provider, roleOf('other', where, user));
        await eventually('the rights are in force', () =>
          client.canI({
            verb: 'create',
            group: restores.group,
            resource: restores.plural,
            namespace: where,
          }),
        );
        await expect(
          client.create(restores, userObject(restores, 'refused', spec, where)),
        ).rejects.toMatchObject(refusalOf('refused'));
      }
    } finally {
      await client.close();
    }
  });
});
