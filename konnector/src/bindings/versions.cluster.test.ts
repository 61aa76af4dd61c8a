/** An API in several versions: stored objects of the app cluster lose no fields; on two real clusters. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  testVersion,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

/** Version v1 has `spec.note`, v2 has `spec.comment` in its place. */
const inVersions = (
  plural: string,
  kind: string,
  names: string[],
  stored: string,
): CustomResourceDefinition => {
  const crd = testCrd(plural, kind);
  const text = { type: 'string' };
  const versionOf = (name: string) =>
    testVersion(
      name,
      { plan: text, [name === 'v1' ? 'note' : 'comment']: text },
      name === stored,
    );
  return { ...crd, spec: { ...crd.spec, versions: names.map(versionOf) } };
};

let fixture: TwoClusterFixture;
beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  fixture.startKonnector();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const storedBy = async (name: string) => {
  const found = await fixture.consumer.get(core.customResourceDefinitions, {
    name,
  });
  return found?.spec.versions.find(({ storage }) => storage)?.name;
};

itLong(
  'an API with a new version keeps the fields of objects stored in the old one',
  async () => {
    const before = inVersions('scrolls', 'Scroll', ['v1'], 'v1');
    const name = 'scrolls.example.com';
    const scrolls = new UserView(fixture, resourceOfCrd(before));
    await fixture.offerAndBind(before);
    await scrolls.create('old', { plan: 'small', note: 'mine' });

    await fixture.offer(inVersions('scrolls', 'Scroll', ['v2', 'v1'], 'v2'));
    await eventually('the app cluster serves v2', async () => {
      const { spec } =
        (await fixture.consumer.get(core.customResourceDefinitions, {
          name,
        })) ?? {};
      return spec?.versions.some(version => version.name === 'v2');
    });
    await eventually('the API is served again', () =>
      scrolls.patch('old', { spec: { plan: 'big' } }),
    );
    await scrolls.waitForCopy('old', ({ spec }) => spec?.plan === 'big');
    expect(await storedBy(name)).toBe('v1');
    expect((await scrolls.object('old'))?.spec).toMatchObject({ note: 'mine' });
    expect((await fixture.conditions(name)).SchemaInSync).toBe('True');
  },
  60_000,
);

it('an API is synced in its storage version, wherever that is in the list', async () => {
  const crd = inVersions('leaves', 'Leaf', ['v1', 'v2'], 'v2');
  const name = 'leaves.example.com';
  const leaves = new UserView(fixture, {
    ...resourceOfCrd(crd),
    version: 'v2',
  });
  await fixture.offerAndBind(crd);
  const copy = await leaves.create('new', { plan: 'small', comment: 'mine' });
  expect(await storedBy(name)).toBe('v2');
  expect(copy.spec).toMatchObject({ comment: 'mine' });
  const object = await leaves.object('new');
  expect(object?.metadata.finalizers).toHaveLength(1);
  expect(object?.spec).toMatchObject({ comment: 'mine' });
}, 60_000);
