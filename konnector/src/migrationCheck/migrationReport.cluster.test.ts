/** `before-leaving`: the report before the reference's konnector replaces ours; on two real clusters. */
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import {
  readReport,
  runBeforeLeaving,
  startLeader,
} from './__testUtils__/beforeLeaving';

const shared: PermissionClaim = {
  group: '',
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Consumer' },
};
const namespacedCrd = testCrd('vases', 'Vase');
const prefixedCrd = testCrd('shelves', 'Shelf', 'Cluster');
const unboundCrd = testCrd('lamps', 'Lamp');
const name = 'vases.example.com';
const keep = { 'klutch.anynines.com/deletion': 'keep' };
let fixture: TwoClusterFixture;
let vases: UserView;
let shelves: UserView;

const binding = () =>
  fixture.consumer.get(fixture.bindingResource, {
    namespace: 'klutch-bind',
    name,
  });
const typesOn = async () =>
  ((await binding())?.status?.conditions ?? []).map(({ type }) => type);

/** Creates objects at each kind of risk, some of them while our konnector does not run. */
beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  vases = new UserView(fixture, resourceOfCrd(namespacedCrd));
  shelves = new UserView(fixture, resourceOfCrd(prefixedCrd));
  const running = await startLeader(fixture);
  await fixture.offerAndBind(namespacedCrd, [shared]);
  await fixture.offerAndBind(prefixedCrd);
  const config = { namespace: 'team-a', name: 'lost' };
  await fixture.consumer.create(core.configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: config,
  });
  for (const view of [vases, shelves]) {
    await view.create('fine');
    await view.create('promised', undefined, {
      ...view.key('promised'),
      annotations: keep,
    });
    await view.delete('promised');
    await view.waitForObjectDeleted('promised');
  }
  await vases.create('valued', undefined, {
    ...vases.key('valued'),
    annotations: keep,
  });
  await vases.create('waiting');
  await eventually('the claimed object has a copy', () =>
    fixture.provider.get(core.configMaps, {
      namespace: vases.copyKey('lost').namespace,
      name: 'lost',
    }),
  );
  await eventually('the orphans are reported', async () =>
    (await typesOn()).includes('OrphanedCopies'),
  );
  await running.stop();
  await vases.delete('waiting');
  await fixture.consumer.delete(core.configMaps, config);
  // An object of the provider with the name of a user's object.
  const taken = userObject(vases.resource, 'taken');
  await fixture.consumer.create(vases.resource, taken);
  await fixture.provider.create(vases.resource, {
    ...taken,
    metadata: vases.copyKey('taken'),
  });
  // A copy that was kept when its API was unbound.
  await installCrds(fixture.provider, [unboundCrd]);
  await fixture.backend.export(unboundCrd);
  const lamp = resourceOfCrd(unboundCrd);
  await fixture.provider.create(lamp, {
    ...userObject(lamp, 'kept'),
    metadata: {
      ...fixture.backend.copyKeyOf(lamp, { namespace: 'team-a', name: 'kept' }),
      annotations: { 'klutch.anynines.com/bound': 'true' },
    },
  });
}, 150_000);
afterAll(() => fixture?.stop(), 30_000);

describeLong('R35: data at risk', () => {
  it('is listed with location and outcome, without objects that both konnectors treat alike', async () => {
    const { atRisk, problems } = await readReport(fixture);
    expect(problems).toEqual([]);
    const N = fixture.clusterNamespace;
    const at = (
      type: string,
      outcome: string,
      object: string,
      copy: string,
    ) => ({
      ...{ outcome, type, object, copy },
    });
    const inTeam = (type: string, outcome: string, object: string) =>
      at(type, outcome, `team-a/${object}`, `${N}-team-a/${object}`);
    expect(new Set(atRisk)).toEqual(
      new Set([
        inTeam(name, 'Orphaned', 'promised'),
        inTeam(name, 'DeletionWaiting', 'waiting'),
        inTeam(name, 'Overwritten', 'taken'),
        inTeam(name, 'KeepForgotten', 'valued'),
        { ...inTeam('configmaps', 'Orphaned', 'lost'), claimed: true },
        at('shelves.example.com', 'Orphaned', 'promised', `${N}-promised`),
        {
          ...inTeam('lamps.example.com', 'Orphaned', 'kept'),
          unbound: true,
        },
      ]),
    );
  });

  it('is reported with remedies, and nothing is changed', async () => {
    const before = await binding();
    const text = await runBeforeLeaving(fixture);
    expect(text).toContain(
      `vases.example.com team-a/promised (on the control plane: ${fixture.clusterNamespace}-team-a/promised)`,
    );
    for (const message of [
      'create the object again',
      'create the missing object again',
      'Approve the deletion',
      'Rename the object',
      'Do not delete the object',
      'when this API is bound again with the reference',
    ]) {
      expect(text).toContain(message);
    }
    expect(await binding()).toEqual(before);
  });

  it('is no longer listed once the copy is released to the app cluster', async () => {
    const mark = (bound: 'true' | null) =>
      vases.patchCopy('promised', {
        metadata: { annotations: { 'klutch.anynines.com/bound': bound } },
      });
    await mark(null);
    const { atRisk } = await readReport(fixture);
    await mark('true');
    expect(
      atRisk.filter(
        ({ type, outcome }) => type === name && outcome === 'Orphaned',
      ),
    ).toEqual([]);
  });

  it('is reported as unchecked when the API is no longer exported', async () => {
    const key = {
      namespace: fixture.clusterNamespace,
      name: 'shelves.example.com',
    };
    const withdrawn = await fixture.provider.get(bindResources.exports, key);
    await fixture.provider.delete(bindResources.exports, key);
    await expect(runBeforeLeaving(fixture)).rejects.toThrow(
      'Not everything could be checked',
    );
    const { apiVersion = '', kind = '', spec } = withdrawn ?? {};
    if (!spec) throw new Error('The API was not exported.');
    await fixture.provider.create(bindResources.exports, {
      ...{ apiVersion, kind, metadata: key, spec },
    });
    const { problems } = await readReport(fixture);
    expect(problems).toEqual([]);
  });

  it('is reported as unchecked when a control plane cannot be read', async () => {
    const key = { namespace: 'klutch-bind', name: 'kubeconfig-x7k2p' };
    const good = await fixture.consumer.get(core.secrets, key);
    await fixture.consumer.mergePatch(core.secrets, key, {
      data: fixture.secretWith('nonsense').data,
    });
    await expect(runBeforeLeaving(fixture)).rejects.toThrow(
      'Not everything could be checked',
    );
    await fixture.consumer.mergePatch(core.secrets, key, { data: good?.data });
  });
});
