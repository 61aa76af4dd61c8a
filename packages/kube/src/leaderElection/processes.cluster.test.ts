// Candidates in separate processes that are stopped, paused, blocked and killed. Whether two of them wrote at once is
// checked with an independent watch of their writes.
import { LocalCluster, startCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { createClient } from '../client/createClient';
import { KubeClient } from '../client/KubeClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { core } from '../resources';
import { eventually } from '../testing/eventually';
import type { CandidateSettings } from './__testUtils__/candidateProcess';
import {
  Candidate,
  CandidateProgram,
  History,
} from './__testUtils__/candidates';

/** Short times cause many changes of the leader: a candidate that a busy machine delays loses the lease, too. */
const hasty = { durationMs: 1_000, renewDeadlineMs: 800, retryMs: 100 };
const times = { durationMs: 2_000, renewDeadlineMs: 1_600, retryMs: 200 };
const lease = 'candidates';
const counter = 'counter';
const handOvers = process.env.KLUTCH_LONG === '1' ? 200 : 4;
const pauses = process.env.KLUTCH_LONG === '1' ? 20 : 1;
const fiveMinutes = 5 * 60_000;

let cluster: LocalCluster;
let program: CandidateProgram;
let admin: KubeClient;
let namespaces = 0;
let namespace: string;
let history: History;
let candidates: Candidate[] = [];

beforeAll(async () => {
  program = await CandidateProgram.build();
  cluster = await startCluster({ name: 'kube-lease-processes' });
  admin = createClient(loadKubeConfig(cluster.kubeconfig));
}, 60_000);

afterAll(async () => {
  await program?.remove();
  await admin?.close();
  await cluster?.stop();
}, 60_000);

beforeEach(async () => {
  namespaces += 1;
  namespace = `election-${namespaces}`;
  await admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  history = await History.start(admin, namespace, counter);
});

afterEach(async () => {
  history.stop();
  candidates.forEach(candidate => candidate.signal('SIGKILL'));
  await eventually('all processes have ended', () =>
    candidates.every(({ alive }) => !alive),
  );
  candidates = [];
});

function start(options: Partial<CandidateSettings> = {}): Candidate {
  const candidate = new Candidate(program, {
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    lease,
    counter,
    identity: `candidate-${candidates.length}`,
    times,
    ...options,
  });
  candidates.push(candidate);
  return candidate;
}

const isStandby = (candidate: Candidate) =>
  candidate.events.at(-1)?.event === 'standby';

/** Keeps two processes running. */
function ensureTwoCandidates(): void {
  while (candidates.filter(({ alive }) => alive).length < 2) {
    start({ times: hasty });
  }
}

/** Waits until a leader has written often and another process is standby, or the leader has lost the lease. */
const waitForManyWrites = (leader: Candidate, term: number) =>
  eventually(
    'the leader has written often while another process is standby',
    () =>
      leader.leadingTerm !== term ||
      (history.inTerm(term) >= 6 && candidates.some(isStandby)),
  );

/** Waits for a leader of a later term, and for its first write. */
async function nextLeader(after: number): Promise<Candidate> {
  const find = () =>
    candidates.find(({ leadingTerm }) => (leadingTerm ?? -1) > after);
  await eventually('there is a new leader', () => find() !== undefined);
  const leader = find() as Candidate;
  const term = leader.leadingTerm;
  await eventually(
    'the new leader writes',
    () => leader.leadingTerm !== term || history.inTerm(term ?? -1) > 0,
  );
  return leader;
}

async function waitForStandby(...all: Candidate[]): Promise<void> {
  await eventually('all are standby', () => all.every(isStandby));
}

/** The median of the values. */
const median = (figures: number[]) =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;

itLong(
  `hands over ${handOvers} times without two leaders writing at once`,
  async () => {
    ensureTwoCandidates();
    let leader = await nextLeader(-1);
    const releases: number[] = [];
    for (let count = 1; count <= handOvers; count += 1) {
      ensureTwoCandidates();
      const term = leader.leadingTerm ?? -1;
      await waitForManyWrites(leader, term);
      const startedAt = performance.now();
      if (count % 2 === 0) leader.signal('SIGKILL');
      else leader.command('stop');
      leader = await nextLeader(term);
      if (count % 2 === 1) releases.push(performance.now() - startedAt);
    }
    await history.waitForAllWrites();
    expect(history.overlaps).toEqual([]);
    const terms = new Set(history.writes.map(write => write.transitions));
    expect(terms.size).toBeGreaterThan(handOvers);
    expect(history.writes.length).toBeGreaterThan(handOvers * 6);
    // From the stop command until the next leader's first write was seen.
    expect(median(releases)).toBeLessThan(1_000);
  },
  handOvers * 4_000,
);

itLong(
  'rejects all writes of a process that was paused for longer than the lease duration, and ends the process',
  async () => {
    start();
    for (let count = 1; count <= pauses; count += 1) {
      const leader = await nextLeader(-1);
      const term = leader.leadingTerm ?? -1;
      await waitForStandby(start());
      await leader.pause();
      await nextLeader(term);
      const wokenAt = performance.now();
      const written = history.by(leader.settings.identity);
      leader.signal('SIGCONT');
      await eventually('the old leader has ended', () => !leader.alive);
      expect(leader.exitAt - wokenAt).toBeLessThan(1_000);
      expect(leader.exit).toBe(3);
      expect(leader.events.at(-1)).toEqual({ event: 'lost', end: 'expired' });
      await history.waitForAllWrites();
      expect(history.by(leader.settings.identity)).toBe(written);
    }
    expect(history.overlaps).toEqual([]);
  },
  60_000 + pauses * 5_000,
);

describeLong('rare faults', () => {
  it('rejects all writes of a paused process after the renew deadline, even if no other candidate acquired the lease', async () => {
    const leader = start();
    await nextLeader(-1);
    await leader.pause();
    const pausedAt = performance.now();
    await eventually(
      'the deadline has passed',
      () => performance.now() - pausedAt > times.renewDeadlineMs + 100,
    );
    await history.waitForAllWrites();
    const written = history.by(leader.settings.identity);
    const before = await admin.get(core.leases, { namespace, name: lease });
    leader.signal('SIGCONT');
    await eventually('the old leader has ended', () => !leader.alive);
    expect(leader.exit).toBe(3);
    await history.waitForAllWrites();
    expect(history.by(leader.settings.identity)).toBe(written);
    const after = await admin.get(core.leases, { namespace, name: lease });
    expect(after?.metadata.resourceVersion).toBe(
      before?.metadata.resourceVersion,
    );
  }, 60_000);

  it('ends a leader whose event loop was blocked beyond the deadline', async () => {
    const leader = start();
    await nextLeader(-1);
    await waitForStandby(start());
    const term = leader.leadingTerm ?? -1;
    const blockMs = times.durationMs + 2_000;
    const blockedAt = performance.now();
    leader.command(`block ${blockMs}`);
    await nextLeader(term);
    const written = history.by(leader.settings.identity);
    await eventually('the old leader has ended', () => !leader.alive);
    expect(leader.exitAt - blockedAt - blockMs).toBeLessThan(1_000);
    expect(leader.exit).toBe(3);
    await history.waitForAllWrites();
    expect(history.by(leader.settings.identity)).toBe(written);
    expect(history.overlaps).toEqual([]);
  }, 60_000);

  it('ends the process when its work does not stop', async () => {
    const leader = start({ stubborn: true });
    await nextLeader(-1);
    await leader.pause();
    await waitForStandby(start());
    await nextLeader(leader.leadingTerm ?? -1);
    const wokenAt = performance.now();
    leader.signal('SIGCONT');
    await eventually('the old leader has ended', () => !leader.alive);
    expect(leader.exit).toBe(1);
    expect(leader.exitAt - wokenAt).toBeGreaterThan(750);
    expect(leader.exitAt - wokenAt).toBeLessThan(2_000);
    await history.waitForAllWrites();
    expect(history.overlaps).toEqual([]);
  }, 60_000);

  it.each(['a standby', 'a new candidate'])(
    'lets %s write only after the last write of the old leader when the lease is deleted',
    async which => {
      const leader = start();
      await nextLeader(-1);
      const next = which === 'a standby' ? start() : undefined;
      if (next) await waitForStandby(next);
      await leader.pause();
      await admin.delete(core.leases, { namespace, name: lease });
      const follower = next ?? start();
      await waitForStandby(follower);
      leader.signal('SIGCONT');
      const { identity } = follower.settings;
      await eventually(
        'the next leader writes',
        () => history.by(identity) > 0,
      );
      await eventually('the old leader has ended', () => !leader.alive);
      await history.waitForAllWrites();
      const writers = history.writes.map(write => write.identity);
      const last = writers.lastIndexOf(leader.settings.identity);
      expect(last).toBeLessThan(writers.indexOf(identity));
      expect(leader.events.at(-1)).toMatchObject({ event: 'lost' });
    },
    60_000,
  );

  it('ignores dates that are wrong, differ between processes or jump', async () => {
    const leader = start({ dateShiftMs: fiveMinutes });
    await nextLeader(-1);
    const term = leader.leadingTerm;
    const other = start({ dateShiftMs: -fiveMinutes });
    await waitForStandby(other);
    const readShiftMs = async () => {
      const found = await admin.get(core.leases, { namespace, name: lease });
      return Date.parse(found?.spec?.renewTime ?? '') - Date.now();
    };
    // Verifies that the dates are really wrong.
    expect(await readShiftMs()).toBeGreaterThan(fiveMinutes / 2);
    for (let jump = 1; jump <= 2; jump += 1) {
      leader.signal('SIGUSR2');
      other.signal('SIGUSR2');
      const jumpedAt = performance.now();
      await eventually(
        'the lease would have expired',
        () => performance.now() - jumpedAt > 1.5 * times.durationMs,
      );
      expect(Math.abs(await readShiftMs())).toBeGreaterThan(fiveMinutes / 2);
      expect(leader.leadingTerm).toBe(term);
      expect(isStandby(other)).toBe(true);
    }
    leader.signal('SIGKILL');
    const killedAt = performance.now();
    expect(await nextLeader(term ?? -1)).toBe(other);
    expect(performance.now() - killedAt).toBeGreaterThan(
      times.durationMs - 2 * times.retryMs,
    );
    expect(history.overlaps).toEqual([]);
  }, 60_000);
});
