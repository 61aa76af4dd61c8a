/** A standby replica watches everything it needs as the leader, restarts no watch when it becomes the leader, and writes nothing before; on two real clusters. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { bundleKonnector } from '../testing/__testUtils__/bundleKonnector';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import { isWrite, type Call } from '../testing/faults/FaultyClient';

const crd = testCrd('things', 'Thing');
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
const times = { durationMs: 4_000, renewDeadlineMs: 3_000, retryMs: 300 };
const secrets: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};

let fixture: TwoClusterFixture;
let things: UserView;
let folder: string;
let program: string;
let leader: ChildProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-standby-'));
  program = await bundleKonnector(folder);
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  await writeFile(join(folder, 'kubeconfig'), fixture.konnectorConfig, {
    mode: 0o600,
  });
  await fixture.offer(crd, [secrets]);
}, 90_000);
afterAll(async () => {
  leader?.kill('SIGKILL');
  await fixture?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

const startLeader = () =>
  spawn(
    process.execPath,
    [
      program,
      '--kubeconfig',
      join(folder, 'kubeconfig'),
      '--health-address=127.0.0.1:0',
      `--lease-duration=${times.durationMs}ms`,
      `--lease-renew-deadline=${times.renewDeadlineMs}ms`,
      `--lease-retry=${times.retryMs}ms`,
    ],
    { env: { PATH: process.env.PATH } },
  );
const holder = async () =>
  (await fixture.consumer.get(core.leases, lease))?.spec?.holderIdentity;
const createThing = (name: string) =>
  fixture.consumer.create(things.resource, userObject(things.resource, name));

describeLong('a standby replica', () => {
  it('writes nothing, and becomes the leader without listing again, except copies without our label', async () => {
    leader = startLeader();
    await eventually('the first replica is the leader', holder, 30_000);
    const calls: Call[] = [];
    const before = (call: Call) => {
      if (call.resource !== 'leases') calls.push(call);
    };
    const standby = fixture.startKonnector({
      connect: fixture.withFaults({
        consumer: { before },
        provider: { before },
      }),
      lease: { ...lease, times },
    });
    const waitForWatch = (resource: string) =>
      eventually(`the standby watches ${resource}`, async () =>
        calls.some(call => call.verb === 'watch' && call.resource === resource),
      );

    // The API is bound and used while the second replica is the standby.
    await fixture.bind(crd, [{ ...secrets, state: 'Accepted' }]);
    await fixture.waitForReady('things.example.com');
    await createThing('seen');
    await things.waitForCopy('seen', () => true);
    await eventually(
      'the standby is ready',
      async () => standby.konnector.health().ready,
    );
    for (const resource of [
      'things',
      'secrets',
      'apiserviceexports',
      'apiservicenamespaces',
      'clusterbindings',
      'customresourcedefinitions',
    ]) {
      await waitForWatch(resource);
    }
    await eventually(
      'the standby watches the things on both clusters',
      async () => {
        const watches = calls.filter(
          ({ verb, resource }) => verb === 'watch' && resource === 'things',
        );
        return watches.length >= 2;
      },
    );
    await things.patch('seen', { metadata: { labels: { changed: 'yes' } } });
    await things.waitForCopy('seen', copy => copy.metadata.labels?.changed);
    expect(calls.filter(isWrite)).toEqual([]);

    leader.kill('SIGKILL');
    await once(leader, 'exit');
    await createThing('during-the-crash');
    const askedBefore = calls.length;
    await things.waitForCopy('during-the-crash', () => true);
    await createThing('afterwards');
    await things.waitForCopy('afterwards', () => true);
    await fixture.provider.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'cluster-x-team-a', name: 'credentials' },
    });
    await eventually('the claimed secret is copied', () =>
      fixture.consumer.get(core.secrets, {
        namespace: 'team-a',
        name: 'credentials',
      }),
    );

    const asked = calls.slice(askedBefore);
    expect(asked.filter(isWrite)).not.toEqual([]);
    // R38: the previous leader may have been the reference's konnector, so copies without our label are listed once.
    expect(
      asked.filter(({ verb, isFullList }) => isFullList || verb === 'watch'),
    ).toEqual([
      {
        verb: 'list',
        resource: 'secrets',
        namespace: undefined,
        isFullList: true,
      },
    ]);
    // Reads the current resourceVersion of the app cluster once per API and claimed type.
    const lists = asked.filter(
      ({ verb, isFullList }) => verb === 'list' && !isFullList,
    );
    expect(lists).toHaveLength(2);
    for (const resource of ['things', 'secrets']) {
      expect(lists).toContainEqual({
        verb: 'list',
        resource,
        namespace: undefined,
      });
    }
    // Writes of the first leader are not repeated.
    expect(asked.filter(call => isWrite(call) && call.name === 'seen')).toEqual(
      [],
    );
    await standby.stop();
  }, 120_000);
});
