/**
 * B17: an API with many objects loses its CRD on the app cluster; nothing is
 * deleted on the control plane. Two real clusters.
 */
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { core, type Unstructured } from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
import { annotations } from '../markers';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
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
import { defaultDeletionLimits } from './breaker/planBreaker';

/** Many more than the konnector reconciles at a time. */
const count = process.env.KLUTCH_LONG === '1' ? 1_000 : 200;
const names = Array.from({ length: count }, (_, index) => `kept-${index}`);
const crd = testCrd('keepers', 'Keeper');
const crds = core.customResourceDefinitions;
const crdKey = { name: 'keepers.example.com' };
/** High enough that the breaker does not affect the result. */
const deletionLimits = { ...defaultDeletionLimits, count: 5_000 };
let fixture: TwoClusterFixture;
let keepers: UserView;
let running: RunningKonnector;
/** The objects in the backup, and their copies. */
let backup: Unstructured[];
let copies: Map<string, Unstructured>;

const isKept = ({ metadata }: Unstructured) =>
  metadata.name?.startsWith('kept-');
const byName = (objects: Unstructured[]) =>
  new Map(
    objects.filter(isKept).map(one => [one.metadata.name ?? '', one] as const),
  );
const objectsNow = async () => {
  const { items } = await fixture.consumer.list(keepers.resource);
  return byName(items);
};
const copiesNow = async () => {
  const { items } = await fixture.provider.list(keepers.providerResource);
  return byName(items);
};
/** Waits until each object has its copy, with the object's UID. */
const waitForAllSynced = () =>
  waitFor(
    async () => {
      const [objects, currentCopies] = [await objectsNow(), await copiesNow()];
      return names.every(name => {
        const uid = objects.get(name)?.metadata.uid;
        const known = currentCopies.get(name)?.metadata.annotations;
        return uid && known?.[annotations.consumerUid] === uid;
      });
    },
    { what: 'all are synced', timeoutMs: 60_000, intervalMs: 500 },
  );
const deletes = () =>
  fixture
    .writes('provider')
    .filter(
      ({ verb, resource }) =>
        verb.startsWith('delete') && resource === 'keepers',
    );
async function expectAllKept(): Promise<void> {
  const now = await copiesNow();
  for (const [name, { metadata, spec }] of copies) {
    const copy = now.get(name);
    expect(copy?.metadata.uid).toBe(metadata.uid);
    expect(copy?.metadata.deletionTimestamp).toBeUndefined();
    expect(copy?.spec).toEqual(spec);
  }
}
const installedAnew = async (than: string | undefined) => {
  const now = await fixture.consumer.get(crds, crdKey);
  return now && now.metadata.uid !== than;
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  keepers = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector({ deletionLimits });
  await fixture.offerAndBind(crd);
  await Promise.all(
    names.map(name =>
      fixture.consumer.create(
        keepers.resource,
        userObject(keepers.resource, name),
      ),
    ),
  );
  await waitForAllSynced();
  backup = [...(await objectsNow()).values()];
  copies = await copiesNow();
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

/** Creates the objects that are missing, with new UIDs. */
const restoreObjects = async () => {
  const present = await objectsNow();
  const missing = backup.filter(
    ({ metadata: { name = '' } }) => !present.has(name),
  );
  await Promise.all(
    missing.map(({ apiVersion, kind, metadata, spec }) =>
      fixture.consumer.create(keepers.resource, {
        apiVersion,
        kind,
        metadata: {
          ...keepers.key(metadata.name ?? ''),
          annotations: metadata.annotations,
          finalizers: metadata.finalizers,
        },
        spec,
      }),
    ),
  );
  await waitForAllSynced();
};

itLong(
  'deleting the CRD of many objects deletes none of their copies, which objects restored from a backup with new UIDs take over',
  async () => {
    await restoreObjects();
    const before = await fixture.consumer.get(crds, crdKey);
    await fixture.consumer.delete(crds, crdKey);
    await eventually(
      'the konnector has installed the CRD again',
      () => installedAnew(before?.metadata.uid),
      60_000,
    );
    await fixture.waitForReady(crdKey.name);
    await keepers.waitForQueueDrained();
    expect(await objectsNow()).toEqual(new Map());
    await expectAllKept();
    expect(deletes()).toEqual([]);

    await restoreObjects();
    await expectAllKept();
    expect(deletes()).toEqual([]);
  },
  180_000,
);

itLong(
  'a CRD deleted and restored without its many objects, while the konnector is down, deletes none of their copies',
  async () => {
    await restoreObjects();
    await running.stop();
    const before = await fixture.consumer.get(crds, crdKey);
    const { items } = await fixture.consumer.list(keepers.resource);
    await Promise.all(
      items.map(({ metadata }) =>
        keepers.patch(metadata.name ?? '', { metadata: { finalizers: null } }),
      ),
    );
    await fixture.consumer.delete(crds, crdKey);
    await eventually(
      'the CRD is deleted',
      async () => !(await fixture.consumer.get(crds, crdKey)),
      60_000,
    );
    await installCrds(fixture.consumer, [
      {
        ...crd,
        metadata: { ...crdKey, annotations: before?.metadata.annotations },
      },
    ]);
    running = fixture.startKonnector({ deletionLimits });
    await keepers.waitForQueueDrained();
    await fixture.waitForReady(crdKey.name);
    expect(await objectsNow()).toEqual(new Map());
    await expectAllKept();
    expect(deletes()).toEqual([]);
  },
  180_000,
);
