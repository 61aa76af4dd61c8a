/** `before-leaving`: the removal of leftovers on bindings, before the reference's konnector replaces ours; on two real clusters. */
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
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

const finalizer = 'klutch.anynines.com/unbind';
let fixture: TwoClusterFixture;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const keyOf = (name: string) => ({
  namespace: fixture.bindingNamespace,
  name,
});
const binding = (name: string) =>
  fixture.consumer.get(fixture.bindingResource, keyOf(name));
const conditionTypes = async (name: string) =>
  ((await binding(name))?.status?.conditions ?? []).map(({ type }) => type);

/** Binds an API for one test; our konnector runs until the test stops it. */
async function bindApi(plural: string) {
  const running = await startLeader(fixture);
  const crd = testCrd(plural);
  await fixture.offerAndBind(crd);
  const view = new UserView(fixture, resourceOfCrd(crd));
  return { running, view, name: `${plural}.example.com` };
}

describeLong('R39: leftovers on bindings', () => {
  it('are not removed while a konnector of ours runs', async () => {
    const { running, name } = await bindApi('vases');
    try {
      expect((await readReport(fixture)).running).toEqual([
        expect.stringContaining('klutch-bind/klutch-bind ('),
      ]);
      await expect(runBeforeLeaving(fixture, '--apply')).rejects.toThrow(
        /is running .*klutch-bind\/klutch-bind.* scale deployment/,
      );
      expect((await binding(name))?.metadata.finalizers).toContain(finalizer);
    } finally {
      await running.stop();
    }
  });

  it('are listed, and removed with --apply, so that the binding can be deleted and has no stale condition', async () => {
    const { running, name, view } = await bindApi('urns');
    await view.create('first');
    await fixture.provider.create(view.resource, {
      ...userObject(view.resource, 'taken'),
      metadata: {
        ...view.copyKey('taken'),
        annotations: { 'klutch.anynines.com/consumer-cluster': 'another' },
      },
    });
    await view.submit('taken');
    await eventually('the collision is reported', async () =>
      (await conditionTypes(name)).includes('NameCollisions'),
    );
    await running.stop();
    const found = (await readReport(fixture)).leftovers.find(
      one => one.binding === `klutch-bind/${name}`,
    );
    expect(found).toEqual({
      binding: `klutch-bind/${name}`,
      finalizer: true,
      conditions: expect.arrayContaining([
        'NameCollisions',
        'SchemaInSync',
        'Syncing',
      ]),
      unbinding: false,
    });
    expect(await runBeforeLeaving(fixture, '--apply')).toContain('finalizer');
    expect((await binding(name))?.metadata.finalizers ?? []).toEqual([]);
    expect(await conditionTypes(name)).toEqual([
      'Ready',
      'Connected',
      'Heartbeating',
      'InformersSynced',
      'SecretValid',
    ]);
    expect((await readReport(fixture)).leftovers).toEqual([]);
    expect(await runBeforeLeaving(fixture, '--apply')).toContain(
      'nothing to remove',
    );

    await fixture.consumer.delete(fixture.bindingResource, keyOf(name));
    expect(await binding(name)).toBeUndefined();
  });

  it('stay on a binding that our konnector is finalizing', async () => {
    const { running, name } = await bindApi('shelves');
    await running.stop();
    await fixture.consumer.delete(fixture.bindingResource, keyOf(name));
    expect(await runBeforeLeaving(fixture, '--apply')).toContain(
      'is being deleted',
    );
    expect((await binding(name))?.metadata.finalizers).toEqual([finalizer]);
    await fixture.consumer.mergePatch(fixture.bindingResource, keyOf(name), {
      metadata: { finalizers: null },
    });
  });
});
