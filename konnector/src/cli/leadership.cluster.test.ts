/** Several konnectors for one app cluster; the audit logs show which of them writes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core, LeaseLostError } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { connect, type Connect } from '../access/connect';
import type { AuditedWrite } from '../testing/__testUtils__/auditLog';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { bundleKonnector } from '../testing/__testUtils__/bundleKonnector';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('things', 'Thing');
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
const times = { durationMs: 8_000, renewDeadlineMs: 6_000, retryMs: 300 };
const handOvers = process.env.KLUTCH_LONG === '1' ? 30 : 3;

let fixture: TwoClusterFixture;
let things: UserView;
let folder: string;
let program: string;
let children: ChildProcess[] = [];
let objects = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-leaders-'));
  program = await bundleKonnector(folder);
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  await writeFile(join(folder, 'kubeconfig'), fixture.konnectorConfig, {
    mode: 0o600,
  });
  await fixture.offer(crd);
  const alone = fixture.startKonnector();
  await fixture.bind(crd);
  await fixture.waitForReady('things.example.com');
  await alone.stop();
}, 90_000);
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children = [];
});
afterAll(async () => {
  await fixture?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** Starts a konnector in a separate process, which tests can stop and kill. */
function startProgram() {
  const child = spawn(
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
  children.push(child);
  const ended = once(child, 'exit').then(([code]) => ({
    code: code as number | null,
    at: Date.now(),
  }));
  return { child, ended };
}

const named =
  (agent: string): Connect =>
  (kubeConfig, options) =>
    connect(kubeConfig, { ...options, userAgent: agent });

/** Starts a konnector in this process, with its own user agent in the audit logs. */
function startHere(agent: string, connectAs = named(agent)) {
  const onStopTimeout = jest.fn();
  const running = fixture.startKonnector({
    connect: connectAs,
    lease: { ...lease, times, onStopTimeout },
  });
  return { ...running, onStopTimeout };
}

const holder = async () =>
  (await fixture.consumer.get(core.leases, lease))?.spec?.holderIdentity;
const waitForNewHolder = (before: string | undefined) =>
  eventually(
    'the lease has another holder',
    async () => {
      const found = await holder();
      return found && found !== before && found;
    },
    30_000,
  );
const takeAway = () =>
  fixture.consumer.mergePatch(core.leases, lease, {
    spec: {
      holderIdentity: 'other',
      renewTime: new Date().toISOString().replace('Z', '000Z'),
    },
  });
const createOne = async () => {
  objects += 1;
  const name = `thing-${objects}`;
  await fixture.consumer.create(
    things.resource,
    userObject(things.resource, name),
  );
  return name;
};
const writesBy = (is: (agent: string) => boolean): AuditedWrite[] =>
  [...fixture.writes('consumer'), ...fixture.writes('provider')].filter(
    ({ agent, resource }) => is(agent) && resource !== 'leases',
  );
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    error => error,
  );
const isProgram = (agent: string) => agent.startsWith('klutch-konnector/');

describeLong('several konnectors', () => {
  it('B19: a leader that was suspended past its lease writes nothing after it resumes, and exits', async () => {
    const { child, ended } = startProgram();
    const first = await waitForNewHolder(undefined);
    const standby = startHere('standby');
    await eventually(
      'the standby is ready',
      async () => standby.konnector.health().ready,
    );
    expect(writesBy(agent => agent === 'standby')).toEqual([]);

    // The leader is suspended while it syncs these objects.
    const names = await Promise.all(Array.from({ length: 20 }, createOne));
    child.kill('SIGSTOP');
    const more = await Promise.all(Array.from({ length: 20 }, createOne));
    await waitForNewHolder(first);
    for (const name of [...names, ...more]) {
      await things.waitForCopy(name, copy => copy.metadata.annotations);
    }
    const resumedAt = Date.now();
    child.kill('SIGCONT');
    await Promise.all(Array.from({ length: 5 }, createOne));

    const { code, at } = await ended;
    expect(code).toBe(1);
    expect(at - resumedAt).toBeLessThan(3_000);
    await things.waitForQueueDrained();
    // Requests in the socket at the suspension are still sent; the connection is closed at once, so the server answers 504.
    const late = writesBy(isProgram).filter(
      write => write.doneAt.getTime() >= resumedAt && write.code !== 504,
    );
    expect(late).toEqual([]);
    await standby.stop();
    expect(standby.onStopTimeout).not.toHaveBeenCalled();
  }, 90_000);

  itLong(
    'exits with code 1 within a second of losing its lease',
    async () => {
      const { ended } = startProgram();
      await waitForNewHolder(undefined);
      await things.waitForCopy(await createOne(), () => true);
      await takeAway();
      const takenAt = Date.now();
      const { code, at } = await ended;
      expect(code).toBe(1);
      expect(at - takenAt).toBeLessThan(times.retryMs * 1.2 + 1_500);
      await fixture.consumer.delete(core.leases, lease);
    },
    60_000,
  );

  it('B19: stops when it loses its lease', async () => {
    const leader = startHere('leader');
    await waitForNewHolder(undefined);
    await things.waitForCopy(await createOne(), () => true);
    const ended = rejection(leader.konnector.stopped);
    await takeAway();
    expect(await ended).toBeInstanceOf(LeaseLostError);
    expect(leader.onStopTimeout).not.toHaveBeenCalled();
    await rejection(leader.stop());
    await fixture.consumer.delete(core.leases, lease);
  }, 60_000);

  itLong(
    'B19: does not send a write that waited for longer than the lease',
    async () => {
      let reached: () => void = () => undefined;
      let release: () => void = () => undefined;
      const waits = new Promise<void>(resolve => {
        reached = resolve;
      });
      const released = new Promise<void>(resolve => {
        release = resolve;
      });
      const leader = startHere(
        'held',
        fixture.withFaults({
          provider: {
            async before({ verb, name }) {
              if (verb !== 'apply' || name !== 'held') return;
              reached();
              await released;
            },
          },
        }),
      );
      await waitForNewHolder(undefined);
      const ended = rejection(leader.konnector.stopped);
      await fixture.consumer.create(
        things.resource,
        userObject(things.resource, 'held'),
      );
      await waits;
      await takeAway();
      await eventually(
        'the stop times out',
        async () => leader.onStopTimeout.mock.calls.length > 0,
      );
      release();
      expect(await ended).toBeInstanceOf(LeaseLostError);
      expect(await things.copy('held')).toBeUndefined();
      expect(things.writesTo('provider', 'held')).toEqual([]);
      await rejection(leader.stop());
      await fixture.consumer.delete(core.leases, lease);
    },
    60_000,
  );

  itLong(
    `releases the lease ${handOvers} times at a stop, and no two leaders write at the same time`,
    async () => {
      let leader = startHere('leader-0');
      let holds = await waitForNewHolder(undefined);
      const waits: number[] = [];
      for (let count = 1; count <= handOvers; count += 1) {
        const next = startHere(`leader-${count}`);
        await eventually(
          'the next konnector is ready',
          async () => next.konnector.health().ready,
        );
        void createOne();
        void createOne();
        const stoppedAt = Date.now();
        await leader.stop();
        holds = await waitForNewHolder(holds);
        waits.push(Date.now() - stoppedAt);
        await things.waitForCopy(await createOne(), () => true);
        leader = next;
      }
      await things.waitForQueueDrained();
      await leader.stop();

      for (let count = 1; count <= handOvers; count += 1) {
        const before = writesBy(agent => agent === `leader-${count - 1}`);
        const after = writesBy(agent => agent === `leader-${count}`);
        expect(after.length).toBeGreaterThan(0);
        const last = Math.max(...before.map(({ doneAt }) => doneAt.getTime()));
        const first = Math.min(...after.map(({ at }) => at.getTime()));
        expect(first).toBeGreaterThanOrEqual(last);
      }
      // Each object was created once.
      const made = writesBy(agent => agent.startsWith('leader-')).filter(
        ({ resource, code }) => resource === 'things' && code === 201,
      );
      expect(made.length).toBe(new Set(made.map(({ name }) => name)).size);
      const median = [...waits].sort((a, b) => a - b)[waits.length >> 1] ?? 0;
      expect(median).toBeLessThan(times.durationMs / 2);
    },
    240_000,
  );
});
