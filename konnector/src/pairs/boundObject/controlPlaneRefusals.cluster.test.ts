/** B24: rejections and failures of the control plane, and their end, are visible with kubectl; on two real clusters. */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { annotations } from '../../markers';
import { failWrites } from '../../testing/__testUtils__/admissionRules';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';
import { dryRunApply } from './__testUtils__/dryRunApply';

const crd = testCrd('valves', 'Valve');
const resource = resourceOfCrd(crd);
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

itLong(
  'reports that a service namespace may not be requested',
  async () => {
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
    await unwanted.submit('early');
    expect(await unwanted.waitForEvent('early', 'WaitingForNamespace')).toMatch(
      /does not allow the write: .*cannot create/,
    );
    await set(rules);
    await eventually('the copy exists', () => unwanted.copy('early'), 90_000);
    expect(await unwanted.waitForEvent('early', 'Synced')).toBeDefined();
  },
  120_000,
);

itLong(
  'reports that the control plane repeatedly fails to accept the copy',
  async () => {
    const end = await failWrites(fixture.provider, resource, () =>
      dryRunApply(fixture.provider, resource, valves.copyKey('probe')),
    );
    await valves.submit('unlucky');
    expect(await valves.waitForEvent('unlucky', 'Failing')).toContain(
      'webhook',
    );
    await end();
    await eventually('the copy exists', () => valves.copy('unlucky'), 90_000);
    expect(await valves.waitForEvent('unlucky', 'Synced')).toBeDefined();
  },
  120_000,
);

itLong(
  'creates no new copy while the control plane fails to record the type, and syncs all else',
  async () => {
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
    await valves.submit('unnoted');
    expect(await valves.waitForEvent('unnoted', 'WaitingForNamespace')).toMatch(
      /allow recording the types in .*webhook/,
    );
    expect(await valves.copy('unnoted')).toBeUndefined();
    await end();
    await eventually('the copy exists', () => valves.copy('unnoted'), 90_000);
    expect(await valves.waitForEvent('unnoted', 'Synced')).toBeDefined();
  },
  150_000,
);
