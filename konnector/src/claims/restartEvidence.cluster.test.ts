/**
 * What a process makes of copies whose deletion one before it began, to make them anew; on two real clusters. Claims leave it
 * to the app team whether originals stay, so that a wrong answer deletes what is the provider's.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { StaleList } from '../testing/faults/StaleList';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const claim: PermissionClaim = {
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Provider' },
  update: { alwaysRecreate: true },
  onConflict: { recreateWhenConsumerSideDeleted: false },
};
const behind = new StaleList(core.configMaps);
const above = (name: string) => ({ namespace: 'cluster-x-team-a', name });
const below = (name: string) => ({ namespace: 'team-a', name });
let world: TwoClusterFixture;
let running: RunningKonnector;

const start = () =>
  world.startKonnector({ connect: world.withFaults({ consumer: behind.faults }) });

beforeAll(async () => {
  world = await TwoClusterFixture.start();
  running = start();
  await world.offerAndBind(crd, [claim]);
  await new UserView(world, resourceOfCrd(crd)).create('first');
}, 90_000);
afterEach(() => behind.catchUp());
afterAll(() => world?.stop(), 30_000);

const copyOnce = (name: string, text: string) =>
  eventually(`the copy of ${name} says ${text}`, async () => {
    const copy = await world.consumer.get(core.configMaps, below(name));
    return copy?.data?.a === text && copy;
  });
const holdCopy = (name: string, finalizers: string[]) =>
  world.consumer.mergePatch(core.configMaps, below(name), {
    metadata: { finalizers },
  });
const dyingCopy = (name: string) =>
  eventually(`the copy of ${name} is going`, async () => {
    const copy = await world.consumer.get(core.configMaps, below(name));
    return copy?.metadata.deletionTimestamp;
  });
async function heldCopy(name: string): Promise<string | undefined> {
  const { metadata } = await world.provider.create(core.configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: above(name),
    data: { a: '1' },
  });
  await copyOnce(name, '1');
  await holdCopy(name, ['example.com/backup']);
  return metadata.uid;
}
async function restart(): Promise<void> {
  await running.stop();
  running = start();
  await eventually(
    'the konnector is ready',
    async () => running.konnector.health().ready,
  );
}

it('deletes nothing of the provider when a copy is gone at last that was going when it began', async () => {
  const uid = await heldCopy('held');
  for (const text of ['2', '3']) {
    await world.provider.mergePatch(core.configMaps, above('held'), {
      data: { a: text },
    });
    await dyingCopy('held');
    await restart();
    await holdCopy('held', []);
    await copyOnce('held', text);
    await holdCopy('held', ['example.com/backup']);
  }
  const original = await world.provider.get(core.configMaps, above('held'));
  expect(original?.metadata.uid).toBe(uid);
}, 90_000);

it('deletes nothing of the provider when its first list still shows the copy alive', async () => {
  const uid = await heldCopy('behind');
  await behind.begin(world.consumer);
  await world.provider.mergePatch(core.configMaps, above('behind'), {
    data: { a: '2' },
  });
  await dyingCopy('behind');
  await restart();
  await eventually('its list is old', async () => behind.lists > 0);
  behind.catchUp();
  await holdCopy('behind', []);
  await copyOnce('behind', '2');
  const original = await world.provider.get(core.configMaps, above('behind'));
  expect(original?.metadata.uid).toBe(uid);
}, 60_000);

it('deletes what is the provider’s when it saw somebody delete the copy, however long it takes to go', async () => {
  await heldCopy('unwanted');
  await world.consumer.delete(core.configMaps, below('unwanted'));
  await dyingCopy('unwanted');
  await holdCopy('unwanted', []);
  await eventually(
    'the original is gone',
    async () => !(await world.provider.get(core.configMaps, above('unwanted'))),
  );
  const copy = await world.consumer.get(core.configMaps, below('unwanted'));
  expect(copy).toBeUndefined();
}, 60_000);
