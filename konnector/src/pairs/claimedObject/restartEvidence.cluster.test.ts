/**
 * Copies whose deletion a previous process began, to recreate them; on two real clusters. With these claims a deletion
 * wrongly attributed to a user would delete the original of the provider.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { StaleList } from '../../testing/faults/StaleList';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const claim: PermissionClaim = {
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Provider' },
  update: { alwaysRecreate: true },
  onConflict: { recreateWhenConsumerSideDeleted: false },
};
const staleList = new StaleList(core.configMaps);
const providerKey = (name: string) => ({ namespace: 'cluster-x-team-a', name });
const consumerKey = (name: string) => ({ namespace: 'team-a', name });
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
  eventually(`the copy of ${name} contains ${text}`, async () => {
    const copy = await fixture.consumer.get(core.configMaps, consumerKey(name));
    return copy?.data?.a === text && copy;
  });
const setFinalizers = (name: string, finalizers: string[]) =>
  fixture.consumer.mergePatch(core.configMaps, consumerKey(name), {
    metadata: { finalizers },
  });
const waitForTerminatingCopy = (name: string) =>
  eventually(`the copy of ${name} is terminating`, async () => {
    const copy = await fixture.consumer.get(core.configMaps, consumerKey(name));
    return copy?.metadata.deletionTimestamp;
  });
async function copyWithFinalizer(name: string): Promise<string | undefined> {
  const { metadata } = await fixture.provider.create(core.configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: providerKey(name),
    data: { a: '1' },
  });
  await waitForCopy(name, '1');
  await setFinalizers(name, ['example.com/backup']);
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

itLong(
  'keeps the original when a copy that was terminating at the start is gone',
  async () => {
    const uid = await copyWithFinalizer('held');
    for (const text of ['2', '3']) {
      await fixture.provider.mergePatch(core.configMaps, providerKey('held'), {
        data: { a: text },
      });
      await waitForTerminatingCopy('held');
      await restart();
      await setFinalizers('held', []);
      await waitForCopy('held', text);
      await setFinalizers('held', ['example.com/backup']);
    }
    const original = await fixture.provider.get(
      core.configMaps,
      providerKey('held'),
    );
    expect(original?.metadata.uid).toBe(uid);
  },
  90_000,
);

itLong(
  'keeps the original when the first list shows the copy before its deletion',
  async () => {
    const uid = await copyWithFinalizer('behind');
    await staleList.begin(fixture.consumer);
    await fixture.provider.mergePatch(core.configMaps, providerKey('behind'), {
      data: { a: '2' },
    });
    await waitForTerminatingCopy('behind');
    await restart();
    await eventually('the stale list is read', async () => staleList.lists > 0);
    staleList.catchUp();
    await setFinalizers('behind', []);
    await waitForCopy('behind', '2');
    const original = await fixture.provider.get(
      core.configMaps,
      providerKey('behind'),
    );
    expect(original?.metadata.uid).toBe(uid);
  },
  60_000,
);

itLong(
  'deletes the original after an observed deletion of the copy, however long the deletion takes',
  async () => {
    await copyWithFinalizer('unwanted');
    await fixture.consumer.delete(core.configMaps, consumerKey('unwanted'));
    await waitForTerminatingCopy('unwanted');
    await setFinalizers('unwanted', []);
    await eventually(
      'the original is deleted',
      async () =>
        !(await fixture.provider.get(core.configMaps, providerKey('unwanted'))),
    );
    const copy = await fixture.consumer.get(
      core.configMaps,
      consumerKey('unwanted'),
    );
    expect(copy).toBeUndefined();
  },
  60_000,
);
