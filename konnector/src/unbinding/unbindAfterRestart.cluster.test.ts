/**
 * A binding, its objects or its CRD are deleted or changed while no konnector runs: the next one deletes the binding,
 * and all copies stay; on two real clusters.
 */
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { BoundApi } from './__testUtils__/BoundApi';

const crds = core.customResourceDefinitions;
let fixture: TwoClusterFixture;
let running: RunningKonnector;
/** An API for each test. */
const plurals = ['mangoes', 'olives', 'quinces', 'figs', 'pears'] as const;
let apis: Record<(typeof plurals)[number], BoundApi>;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = fixture.startKonnector();
  const bound = await Promise.all(
    plurals.map(plural => BoundApi.create(fixture, plural)),
  );
  apis = Object.fromEntries(
    plurals.map((plural, index) => [plural, bound[index]]),
  ) as typeof apis;
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

describeLong('an unbinding', () => {
  beforeEach(() => running.stop());

  it('requested while no konnector runs is done by the next one', async () => {
    const api = apis.mangoes;
    await api.unbind();
    // The binding's owner deleted an object first: its copy is kept all the
    // same.
    await api.view.delete('two');
    running = fixture.startKonnector();
    await api.waitForDeleted();
    await api.view.waitForObjectDeleted('two');
    expect(await api.violations(['two'])).toEqual([]);
  }, 60_000);

  it('completes the deletion of a CRD that waits for its objects', async () => {
    const api = apis.olives;
    await api.unbind();
    await fixture.consumer.delete(crds, { name: api.name });
    await eventually('the objects are being deleted', async () => {
      const object = await api.view.object('one');
      return object?.metadata.deletionTimestamp;
    });
    running = fixture.startKonnector();
    await api.waitForDeleted();
    await eventually(
      'the CRD is deleted',
      async () => !(await fixture.consumer.get(crds, { name: api.name })),
    );
    expect(await api.violations(['one', 'two'])).toEqual([]);
  }, 60_000);

  it('keeps a CRD that does not serve its objects, and waits until it does', async () => {
    const api = apis.quinces;
    const serve = async (served: boolean) => {
      const found = await fixture.consumer.get(crds, { name: api.name });
      await fixture.consumer.mergePatch(
        crds,
        { name: api.name },
        {
          spec: {
            versions: found?.spec.versions.map(version => ({
              ...version,
              served,
            })),
          },
        },
      );
    };
    await serve(false);
    await api.unbind();
    running = fixture.startKonnector();
    await api.waitForConnected('False/UnbindFailed');
    expect(await api.connectedMessage()).toContain('served: true');
    await serve(true);
    await api.waitForDeletedAfterChange();
    await eventually('the objects are served', () => api.view.object('one'));
    expect(await api.violations()).toEqual([]);
  }, 60_000);

  it('leaves no object undeletable when the CRD was recreated by another client, and keeps that CRD', async () => {
    const api = apis.figs;
    await api.view.patch('two', { metadata: { finalizers: ['a.b/theirs'] } });
    // As after a wipe and a restore from a repository: without our marks, the
    // objects with their finalizers.
    const before = await fixture.consumer.get(crds, { name: api.name });
    const marks = Object.keys(before?.metadata.annotations ?? {});
    await fixture.consumer.mergePatch(
      crds,
      { name: api.name },
      {
        metadata: {
          ownerReferences: null,
          annotations: Object.fromEntries(marks.map(mark => [mark, null])),
        },
      },
    );
    running = fixture.startKonnector();
    await api.waitForConnected('False/ForeignCustomResourceDefinition');
    const foreign = await fixture.consumer.get(crds, { name: api.name });
    const theirs = await api.view.object('two');
    expect((await api.view.object('one'))?.metadata.finalizers).toHaveLength(1);
    await api.unbind();
    await api.waitForDeleted();
    expect((await api.view.object('one'))?.metadata.finalizers).toBeUndefined();
    expect(await api.view.object('two')).toEqual(theirs);
    expect(await fixture.consumer.get(crds, { name: api.name })).toEqual(
      foreign,
    );
    expect(await api.view.copy('one')).toBeDefined();
  }, 60_000);

  it('does nothing when the CRD is deleted', async () => {
    const api = apis.pears;
    for (const each of ['one', 'two']) {
      await api.view.patch(each, { metadata: { finalizers: null } });
    }
    await fixture.consumer.delete(crds, { name: api.name });
    await eventually(
      'the CRD is deleted',
      async () => !(await fixture.consumer.get(crds, { name: api.name })),
    );
    await api.unbind();
    running = fixture.startKonnector();
    await api.waitForDeleted();
    expect(await api.violations(['one', 'two'])).toEqual([]);
  }, 60_000);
});
