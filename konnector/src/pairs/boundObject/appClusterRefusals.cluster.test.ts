/** B24: rejections of the app cluster, and their end, are visible with kubectl; on two real clusters. */
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { denyWrites } from '../../testing/__testUtils__/admissionRules';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';
import { dryRunApply } from './__testUtils__/dryRunApply';

const crd = testCrd('valves', 'Valve');
const resource = resourceOfCrd(crd);
const finalizer = 'klutch.anynines.com/syncer';
let fixture: TwoClusterFixture;
let valves: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  valves = new UserView(fixture, resource);
  fixture.startKonnector();
  await fixture.offerAndBind(crd);
  await valves.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

itLong(
  'reports that the app cluster rejects the finalizer',
  async () => {
    const end = await denyWrites(
      fixture.consumer,
      resource,
      {
        rule: "!has(object.metadata.finalizers) || !object.metadata.name.startsWith('un')",
        message: 'nothing may be held here',
      },
      () =>
        dryRunApply(fixture.consumer, resource, {
          ...valves.key('unheld'),
          finalizers: [finalizer],
        }),
    );
    await valves.submit('unheld');
    expect(await valves.waitForEvent('unheld', 'Rejected')).toMatch(
      /app cluster rejected the object: .*nothing may be held here/,
    );
    await end();
    await valves.patch('unheld', { spec: { plan: 'big' } });
    await valves.waitForCopy('unheld', ({ spec }) => spec?.plan === 'big');
    expect(await valves.waitForEvent('unheld', 'Synced')).toBeDefined();
  },
  60_000,
);

itLong(
  'reports that the app cluster rejects the removal of the finalizer',
  async () => {
    await valves.create('stuck');
    const end = await denyWrites(
      fixture.consumer,
      resource,
      {
        rule: "has(object.metadata.finalizers) || !object.metadata.name.startsWith('stuck')",
        message: 'everything must be held here',
      },
      () => dryRunApply(fixture.consumer, resource, valves.key('stuck-probe')),
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
  },
  60_000,
);

itLong(
  'reports that the app cluster rejects the status',
  async () => {
    await valves.create('mute');
    const role = { name: 'klutch-konnector-valves.example.com' };
    const { rules } =
      (await fixture.consumer.get(core.clusterRoles, role)) ?? {};
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
  },
  150_000,
);

itLong(
  'reports an object of the control plane that the app cluster rejects, until the object is adopted',
  async () => {
    const reportedMessage = async () =>
      (await fixture.condition('valves.example.com', 'RefusedObjects'))
        ?.message;
    const end = await denyWrites(
      fixture.consumer,
      resource,
      {
        rule: "!object.metadata.name.startsWith('foreign')",
        message: 'nothing foreign here',
      },
      () =>
        dryRunApply(fixture.consumer, resource, valves.key('foreign-probe')),
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
  },
  60_000,
);
