/**
 * B24: rejections and failures of either cluster, and their end, are visible
 * with kubectl; on two real clusters.
 */
import { bindResources } from '@klutch/bind-api';
import { core, type Unstructured } from '@klutch/kube';
import { annotations } from '../markers';
import {
  failWrites,
  denyWrites,
} from '../testing/__testUtils__/admissionRules';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('valves', 'Valve');
const resource = resourceOfCrd(crd);
const dryRun = { fieldManager: 'test', force: true, dryRun: true };
const finalizer = 'klutch.anynines.com/syncer';
let fixture: TwoClusterFixture;
let running: RunningKonnector;
let valves: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  valves = new UserView(fixture, resource);
  running = fixture.startKonnector();
  await fixture.offerAndBind(crd);
  await valves.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const submit = (name: string, namespace?: string) =>
  fixture.consumer.create(
    resource,
    userObject(resource, name, { plan: 'small' }, namespace),
  );

/** A dry-run write of an object on a side. */
const probe = (
  side: 'consumer' | 'provider',
  metadata: Unstructured['metadata'],
) =>
  fixture[side].apply(
    resource,
    { ...userObject(resource, 'probe'), metadata },
    dryRun,
  );

it('reports that a service namespace may not be requested', async () => {
  const { rules = [] } =
    (await fixture.provider.get(core.clusterRoles, {
      name: 'klutch-binder',
    })) ?? {};
  const set = (some: typeof rules) =>
    fixture.provider.mergePatch(
      core.clusterRoles,
      { name: 'klutch-binder' },
      { rules: some },
    );
  await set(
    (rules ?? []).map(rule => ({
      ...rule,
      verbs: rule.verbs.filter(verb => verb !== 'create'),
    })),
  );
  await fixture.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'unwanted' },
  });
  const unwanted = new UserView(fixture, resource, 'unwanted');
  await submit('early', 'unwanted');
  expect(await unwanted.waitForEvent('early', 'WaitingForNamespace')).toMatch(
    /does not allow the write: .*cannot create/,
  );
  await set(rules);
  await eventually('the copy exists', () => unwanted.copy('early'), 90_000);
  expect(await unwanted.waitForEvent('early', 'Synced')).toBeDefined();
}, 120_000);

it('reports that the control plane repeatedly fails to accept the copy', async () => {
  const end = await failWrites(fixture.provider, resource, () =>
    probe('provider', valves.copyKey('probe')),
  );
  await submit('unlucky');
  expect(await valves.waitForEvent('unlucky', 'Failing')).toContain('webhook');
  await end();
  await eventually('the copy exists', () => valves.copy('unlucky'), 90_000);
  expect(await valves.waitForEvent('unlucky', 'Synced')).toBeDefined();
}, 120_000);

it('creates no new copy while the control plane fails to record the type, and syncs all else', async () => {
  const kind = bindResources.serviceNamespaces;
  const key = { namespace: fixture.clusterNamespace, name: 'team-a' };
  const note = (types: string, dry?: boolean) =>
    fixture.provider.mergePatch(
      kind,
      key,
      { metadata: { annotations: { [annotations.syncedTypes]: types } } },
      { dryRun: dry },
    );
  await running.stop();
  await note('other.example.com');
  const end = await failWrites(fixture.provider, kind, () =>
    note('probe', true),
  );
  running = fixture.startKonnector();
  await valves.patch('first', { spec: { plan: 'huge' } });
  await valves.waitForCopy('first', ({ spec }) => spec?.plan === 'huge');
  await valves.setStatus('first', { phase: 'Grown' });
  await valves.waitForObject(
    'first',
    ({ status }) => status?.phase === 'Grown',
  );
  await submit('unnoted');
  expect(await valves.waitForEvent('unnoted', 'WaitingForNamespace')).toMatch(
    /allow recording the types in .*webhook/,
  );
  expect(await valves.copy('unnoted')).toBeUndefined();
  await end();
  await eventually('the copy exists', () => valves.copy('unnoted'), 90_000);
  expect(await valves.waitForEvent('unnoted', 'Synced')).toBeDefined();
}, 150_000);

it('reports that the app cluster rejects the finalizer', async () => {
  const end = await denyWrites(
    fixture.consumer,
    resource,
    {
      rule: "!has(object.metadata.finalizers) || !object.metadata.name.startsWith('un')",
      message: 'nothing may be held here',
    },
    () =>
      probe('consumer', { ...valves.key('unheld'), finalizers: [finalizer] }),
  );
  await submit('unheld');
  expect(await valves.waitForEvent('unheld', 'Rejected')).toMatch(
    /app cluster rejected the object: .*nothing may be held here/,
  );
  await end();
  await valves.patch('unheld', { spec: { plan: 'big' } });
  await valves.waitForCopy('unheld', ({ spec }) => spec?.plan === 'big');
  expect(await valves.waitForEvent('unheld', 'Synced')).toBeDefined();
}, 60_000);

it('reports that the app cluster rejects the removal of the finalizer', async () => {
  await valves.create('stuck');
  const end = await denyWrites(
    fixture.consumer,
    resource,
    {
      rule: "has(object.metadata.finalizers) || !object.metadata.name.startsWith('stuck')",
      message: 'everything must be held here',
    },
    () => probe('consumer', valves.key('stuck-probe')),
  );
  await valves.delete('stuck');
  expect(await valves.waitForEvent('stuck', 'Rejected')).toMatch(
    /until the konnector's finalizer.*app cluster rejected the object: .*must be held/,
  );
  await end();
  await eventually('the object is deleted', async () => {
    const found = await valves.object('stuck');
    if (!found) return true;
    await valves
      .patch('stuck', {
        metadata: { annotations: { trigger: `${Date.now()}` } },
      })
      .catch(() => undefined);
    return false;
  });
}, 60_000);

it('reports that the app cluster rejects the status', async () => {
  await valves.create('mute');
  const role = { name: 'klutch-konnector-valves.example.com' };
  const { rules } = (await fixture.consumer.get(core.clusterRoles, role)) ?? {};
  const set = (some: typeof rules) =>
    fixture.consumer.mergePatch(core.clusterRoles, role, { rules: some });
  await set(
    rules?.filter(({ resources }) => !resources?.includes('valves/status')),
  );
  let changes = 0;
  await eventually(
    'the rejection is reported',
    async () => {
      changes += 1;
      await valves.setStatus('mute', { seen: changes });
      return (await valves.eventCount('mute', 'Forbidden')) > 0;
    },
    30_000,
  );
  expect(await valves.waitForEvent('mute', 'Forbidden')).toMatch(
    /status.*app cluster does not allow the write.*valves\/status/,
  );
  await set(rules);
  await eventually(
    'the status is written',
    async () => (await valves.object('mute'))?.status?.seen === changes,
    90_000,
  );
  expect(await valves.waitForEvent('mute', 'Synced')).toBeDefined();
}, 150_000);

it('reports an object of the control plane that the app cluster rejects, until the object is adopted', async () => {
  const reportedMessage = async () => {
    const { items } = await fixture.consumer.list(fixture.bindingResource);
    return items[0]?.status?.conditions?.find(
      ({ type }) => type === 'RefusedObjects',
    )?.message;
  };
  const end = await denyWrites(
    fixture.consumer,
    resource,
    {
      rule: "!object.metadata.name.startsWith('foreign')",
      message: 'nothing foreign here',
    },
    () => probe('consumer', valves.key('foreign-probe')),
  );
  await fixture.provider.create(resource, {
    ...userObject(resource, 'foreign'),
    metadata: valves.copyKey('foreign'),
  });
  expect(await eventually('the binding reports it', reportedMessage)).toMatch(
    /1 cannot be synced: team-a\/foreign\. .*app cluster rejected the object: .*nothing foreign here/,
  );
  expect((await fixture.conditions('valves.example.com')).Ready).toBe('True');
  await end();
  await valves.patchCopy('foreign', { spec: { plan: 'big' } });
  await valves.waitForObject('foreign', ({ spec }) => spec?.plan === 'big');
  await eventually(
    'nothing is reported',
    async () => !(await reportedMessage()),
  );
}, 60_000);
