/** A standby replica that observes how the leader deletes a copy to recreate it; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
import { ApiError, core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { Faults } from '../../testing/faults/FaultyClient';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const name = 'kept';
const claim: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider', names: [name] },
  update: { alwaysRecreate: true },
  onConflict: { recreateWhenConsumerSideDeleted: false },
};
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
const times = { durationMs: 4_000, renewDeadlineMs: 3_000, retryMs: 300 };
const providerKey = { namespace: 'cluster-x-team-a', name };
const consumerKey = { namespace: 'team-a', name };
const value = (text: string) => ({ a: Buffer.from(text).toString('base64') });
let fixture: TwoClusterFixture;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  await fixture.offer(crd, [claim]);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const waitForCopy = (data: Record<string, string>) =>
  eventually('the copy exists', async () => {
    const copy = await fixture.consumer.get(core.secrets, consumerKey);
    return copy?.data?.a === data.a && copy;
  });
const start = (faults: Faults) =>
  fixture.startKonnector({
    connect: fixture.withFaults({ consumer: faults }),
    lease: { ...lease, times },
  });

itLong(
  'keeps the original when the standby becomes the leader before the copy is recreated',
  async () => {
    let isDeleted = false;
    const leader = start({
      before({ verb, resource, name: of }) {
        if (resource !== 'secrets' || of !== name) return;
        if (verb === 'delete') isDeleted = true;
        if (verb !== 'create' || !isDeleted) return;
        const message = 'exceeded quota';
        throw new ApiError({ code: 403, reason: 'Forbidden', message });
      },
    });
    await fixture.bind(crd, [{ ...claim, state: 'Accepted' }]);
    await fixture.waitForReady('bindings.example.com');
    await new UserView(fixture, resourceOfCrd(crd)).create('first');
    const { metadata } = await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: providerKey,
      data: value('1'),
    });
    await waitForCopy(value('1'));
    const seen: string[] = [];
    start({
      answer(call, answer) {
        const isListOrWatch = ['list', 'watch'].includes(call.verb);
        if (isListOrWatch && call.resource === 'secrets') {
          const text = JSON.stringify(answer) ?? '';
          if (text.includes(`"${name}"`)) seen.push(text);
        }
        return answer;
      },
    });
    await eventually(
      'the standby has the copy in its cache',
      async () => seen.length > 0,
    );
    await fixture.provider.mergePatch(core.secrets, providerKey, {
      data: value('2'),
    });
    await eventually(
      'the standby observes the deletion of the copy',
      async () => seen.some(text => text.includes('"DELETED"')),
    );
    await leader.stop();
    await waitForCopy(value('2'));
    const original = await fixture.provider.get(core.secrets, providerKey);
    expect(original?.metadata.uid).toBe(metadata.uid);
  },
  60_000,
);
