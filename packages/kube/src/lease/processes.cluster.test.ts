// Candidates in processes of their own that are stopped, paused, blocked and killed. Whether two of them wrote at once
// is seen on the server's side, by an independent watch of what they wrote.
import { LocalCluster, startCluster } from '@klutch/local-clusters';
import { createClient } from '../client/createClient';
import { KubeClient } from '../client/KubeClient';
import { loadKubeConfig } from '../client/kubeConfig';
import { core } from '../resources';
import { until } from '../testing/until';
import type { CandidateSettings } from './__testUtils__/candidateProcess';
import {
  Candidate,
  CandidateProgram,
  History,
} from './__testUtils__/candidates';

/** Short, for many hand-overs: a candidate that a busy machine keeps waiting loses it, which is one more hand-over. */
const hasty = { durationMs: 1_000, renewDeadlineMs: 800, retryMs: 100 };
const times = { durationMs: 2_000, renewDeadlineMs: 1_600, retryMs: 200 };
const lease = 'candidates';
const counter = 'counter';
const handOvers = process.env.KLUTCH_LONG === '1' ? 200 : 50;
const pauses = process.env.KLUTCH_LONG === '1' ? 20 : 3;
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
  await until('all processes have ended', () =>
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

const waits = (candidate: Candidate) =>
  candidate.events.at(-1)?.event === 'standing-by';

/** Two processes are there. */
function fill(): void {
  while (candidates.filter(({ alive }) => alive).length < 2) {
    start({ times: hasty });
  }
}

/** Waits until a leader has written often and somebody stands by, or it leads no more. */
const ripe = (leader: Candidate, term: number) =>
  until(
    'it has written much while somebody stands by',
    () =>
      leader.leads !== term ||
      (history.inTerm(term) >= 6 && candidates.some(waits)),
  );

/** Waits for a leader of a later term, and for its first write. */
async function nextLeader(after: number): Promise<Candidate> {
  const find = () => candidates.find(({ leads }) => (leads ?? -1) > after);
  await until('there is a new leader', () => find() !== undefined);
  const leader = find() as Candidate;
  const term = leader.leads;
  await until(
    'it writes',
    () => leader.leads !== term || history.inTerm(term ?? -1) > 0,
  );
  return leader;
}

async function standingBy(...all: Candidate[]): Promise<void> {
  await until('all stand by', () => all.every(waits));
}

/** The middle one of some figures. */
const median = (figures: number[]) =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN;

it(
  `hands over ${handOvers} times without two leaders writing at once`,
  async () => {
    fill();
    let leader = await nextLeader(-1);
    const releases: number[] = [];
    for (let count = 1; count <= handOvers; count += 1) {
      fill();
      const term = leader.leads ?? -1;
      await ripe(leader, term);
      const startedAt = performance.now();
      if (count % 2 === 0) leader.signal('SIGKILL');
      else leader.command('stop');
      leader = await nextLeader(term);
      if (count % 2 === 1) releases.push(performance.now() - startedAt);
    }
    await history.settle();
    expect(history.overlaps).toEqual([]);
    const terms = new Set(history.writes.map(write => write.transitions));
    expect(terms.size).toBeGreaterThan(handOvers);
    expect(history.writes.length).toBeGreaterThan(handOvers * 6);
    // From the order to stop until the next leader's first write was seen.
    expect(median(releases)).toBeLessThan(1_000);
  },
  handOvers * 4_000,
);

it(
  'lets a process that was paused for longer than the lease write nothing, and ends it',
  async () => {
    start();
    for (let count = 1; count <= pauses; count += 1) {
      const leader = await nextLeader(-1);
      const term = leader.leads ?? -1;
      await standingBy(start());
      leader.signal('SIGSTOP');
      await nextLeader(term);
      const wokenAt = performance.now();
      const written = history.by(leader.settings.identity);
      leader.signal('SIGCONT');
      await until('the old leader has ended', () => !leader.alive);
      expect(leader.exitAt - wokenAt).toBeLessThan(1_000);
      expect(leader.exit).toBe(3);
      expect(leader.events.at(-1)).toEqual({ event: 'lost', end: 'expired' });
      await history.settle();
      expect(history.by(leader.settings.identity)).toBe(written);
    }
    expect(history.overlaps).toEqual([]);
  },
  60_000 + pauses * 5_000,
);

it('lets it write nothing even when nobody else took the lease', async () => {
  const leader = start();
  await nextLeader(-1);
  leader.signal('SIGSTOP');
  const pausedAt = performance.now();
  await until(
    'the deadline has passed',
    () => performance.now() - pausedAt > times.renewDeadlineMs + 100,
  );
  await history.settle();
  const written = history.by(leader.settings.identity);
  const before = await admin.get(core.leases, { namespace, name: lease });
  leader.signal('SIGCONT');
  await until('it has ended', () => !leader.alive);
  expect(leader.exit).toBe(3);
  await history.settle();
  expect(history.by(leader.settings.identity)).toBe(written);
  const after = await admin.get(core.leases, { namespace, name: lease });
  expect(after?.metadata.resourceVersion).toBe(
    before?.metadata.resourceVersion,
  );
}, 60_000);

it('ends a leader whose event loop was blocked beyond the deadline', async () => {
  const leader = start();
  await nextLeader(-1);
  await standingBy(start());
  const term = leader.leads ?? -1;
  const blockMs = times.durationMs + 2_000;
  const blockedAt = performance.now();
  leader.command(`block ${blockMs}`);
  await nextLeader(term);
  const written = history.by(leader.settings.identity);
  await until('it has ended', () => !leader.alive);
  expect(leader.exitAt - blockedAt - blockMs).toBeLessThan(1_000);
  expect(leader.exit).toBe(3);
  await history.settle();
  expect(history.by(leader.settings.identity)).toBe(written);
  expect(history.overlaps).toEqual([]);
}, 60_000);

it('ends the process when its work does not end', async () => {
  const leader = start({ stubborn: true });
  await nextLeader(-1);
  leader.signal('SIGSTOP');
  await standingBy(start());
  await nextLeader(leader.leads ?? -1);
  const wokenAt = performance.now();
  leader.signal('SIGCONT');
  await until('it has ended', () => !leader.alive);
  expect(leader.exit).toBe(1);
  expect(leader.exitAt - wokenAt).toBeGreaterThan(750);
  expect(leader.exitAt - wokenAt).toBeLessThan(2_000);
  await history.settle();
  expect(history.overlaps).toEqual([]);
}, 60_000);

it.each(['a standby', 'a newcomer'])(
  'lets %s write after the old leader’s last write when the lease is deleted',
  async which => {
    const leader = start();
    await nextLeader(-1);
    const next = which === 'a standby' ? start() : undefined;
    if (next) await standingBy(next);
    leader.signal('SIGSTOP');
    await admin.delete(core.leases, { namespace, name: lease });
    const follower = next ?? start();
    await standingBy(follower);
    leader.signal('SIGCONT');
    const { identity } = follower.settings;
    await until('the next leader writes', () => history.by(identity) > 0);
    await until('the old leader has ended', () => !leader.alive);
    await history.settle();
    const writers = history.writes.map(write => write.identity);
    const last = writers.lastIndexOf(leader.settings.identity);
    expect(last).toBeLessThan(writers.indexOf(identity));
    expect(leader.events.at(-1)).toMatchObject({ event: 'lost' });
  },
  60_000,
);

it('is not impressed by dates that are wrong, differ or jump', async () => {
  const leader = start({ dateShiftMs: fiveMinutes });
  await nextLeader(-1);
  const term = leader.leads;
  const other = start({ dateShiftMs: -fiveMinutes });
  await standingBy(other);
  const readShiftMs = async () => {
    const found = await admin.get(core.leases, { namespace, name: lease });
    return Date.parse(found?.spec?.renewTime ?? '') - Date.now();
  };
  // The dates are wrong indeed.
  expect(await readShiftMs()).toBeGreaterThan(fiveMinutes / 2);
  for (let jump = 1; jump <= 2; jump += 1) {
    leader.signal('SIGUSR2');
    other.signal('SIGUSR2');
    const jumpedAt = performance.now();
    await until(
      'the lease would have run out',
      () => performance.now() - jumpedAt > 1.5 * times.durationMs,
    );
    expect(Math.abs(await readShiftMs())).toBeGreaterThan(fiveMinutes / 2);
    expect(leader.leads).toBe(term);
    expect(waits(other)).toBe(true);
  }
  leader.signal('SIGKILL');
  const killedAt = performance.now();
  expect(await nextLeader(term ?? -1)).toBe(other);
  expect(performance.now() - killedAt).toBeGreaterThan(
    times.durationMs - 2 * times.retryMs,
  );
  expect(history.overlaps).toEqual([]);
}, 60_000);
