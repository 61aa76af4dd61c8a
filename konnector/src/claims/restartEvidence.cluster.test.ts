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
const staleList = new StaleList(core.configMaps);
const above = (name: string) => ({ namespace: 'cluster-x-team-a', name });
const below = (name: string) => ({ namespace: 'team-a', name });
let fixture: TwoClusterFixture;
let running: RunningKonnector;

const start = () =>
  fixture.startKonnector({
    connect: fixture.withFaults({ consumer: staleList.faults }),
  });

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = start();
  await fixture.offerAndBind(crd, [claim]);
  await new UserView(fixture, resourceOfCrd(crd)).create('first');
}, 90_000);
afterEach(() => staleList.catchUp());
afterAll(() => fixture?.stop(), 30_000);

const waitForCopy = (name: string, text: string) =>
  eventually(`the copy of ${name} says ${text}`, async () => {
    const copy = await fixture.consumer.get(core.configMaps, below(name));
    return copy?.data?.a === text && copy;
  });
const holdCopy = (name: string, finalizers: string[]) =>
  fixture.consumer.mergePatch(core.configMaps, below(name), {
    metadata: { finalizers },
  });
const dyingCopy = (name: string) =>
  eventually(`the copy of ${name} is going`, async () => {
    const copy = await fixture.consumer.get(core.configMaps, below(name));
    return copy?.metadata.deletionTimestamp;
  });
async function heldCopy(name: string): Promise<string | undefined> {
  const { metadata } = await fixture.provider.create(core.configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: above(name),
    data: { a: '1' },
  });
  await waitForCopy(name, '1');
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
    await fixture.provider.mergePatch(core.configMaps, above('held'), {
      data: { a: text },
    });
    await dyingCopy('held');
    await restart();
    await holdCopy('held', []);
    await waitForCopy('held', text);
    await holdCopy('held', ['example.com/backup']);
  }
  const original = await fixture.provider.get(core.configMaps, above('held'));
  expect(original?.metadata.uid).toBe(uid);
}, 90_000);

it('deletes nothing of the provider when its first list still shows the copy alive', async () => {
  const uid = await heldCopy('behind');
  await staleList.begin(fixture.consumer);
  await fixture.provider.mergePatch(core.configMaps, above('behind'), {
    data: { a: '2' },
  });
  await dyingCopy('behind');
  await restart();
  await eventually('its list is old', async () => staleList.lists > 0);
  staleList.catchUp();
  await holdCopy('behind', []);
  await waitForCopy('behind', '2');
  const original = await fixture.provider.get(core.configMaps, above('behind'));
  expect(original?.metadata.uid).toBe(uid);
}, 60_000);

it('deletes what is the provider’s when it saw somebody delete the copy, however long it takes to go', async () => {
  await heldCopy('unwanted');
  await fixture.consumer.delete(core.configMaps, below('unwanted'));
  await dyingCopy('unwanted');
  await holdCopy('unwanted', []);
  await eventually(
    'the original is gone',
    async () =>
      !(await fixture.provider.get(core.configMaps, above('unwanted'))),
  );
  const copy = await fixture.consumer.get(core.configMaps, below('unwanted'));
  expect(copy).toBeUndefined();
}, 60_000);
