import { ApiError, type KubeClient, type Logger } from '@klutch/kube';
import { alwaysLeader } from '../../leaderElection/ReplicaLeadership';
import { secrets, thing } from '../../testing/objects';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { startUnlabelledCopyScan } from './unlabelledCopies';

const warnings: string[] = [];
const logger: Logger = {
  debug() {},
  info() {},
  warn: (_fields, message) => void warnings.push(message ?? ''),
  error() {},
  child: () => logger,
};

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  warnings.length = 0;
});
afterEach(() => stop.abort());

/** @param answers - errors of the first writes; later writes succeed. */
function startScan(...answers: ApiError[]) {
  const state = { lists: 0, writes: [] as unknown[], claimsSnapshot: {} };
  const client: Pick<KubeClient, 'listPages' | 'mergePatch'> = {
    async *listPages() {
      state.lists += 1;
      const items = ['left', 'other'].map(name => thing({ name }));
      yield { items, resourceVersion: '1' } as never;
    },
    async mergePatch(_resource, _key, patch) {
      state.writes.push(patch);
      const answer = answers.shift();
      if (answer) throw answer;
      return {} as never;
    },
  };
  const { scan } = startUnlabelledCopyScan({
    client: client as KubeClient,
    resource: secrets,
    claimsSnapshot: () => state.claimsSnapshot,
    isOrphan: ({ metadata }) => metadata.name === 'left',
    leadership: alwaysLeader(stop.signal),
    signal: stop.signal,
    logger,
  });
  return { state, scan };
}

const answer = (code: number, reason: string) =>
  new ApiError({ code, reason, message: 'no' });
const flushPromises = () => new Promise(setImmediate);

it('R38: labels an orphaned copy with preconditions, and lists again only for another claims snapshot', async () => {
  const { state, scan } = startScan();
  await eventually(
    'the copy is labelled',
    async () => state.writes.length === 1,
  );
  expect(state.writes).toEqual([
    {
      metadata: {
        uid: 'u1',
        resourceVersion: '7',
        labels: { 'klutch.anynines.com/resource-owner': 'Provider' },
      },
    },
  ]);
  scan();
  await flushPromises();
  expect(state.lists).toBe(1);
  state.claimsSnapshot = {};
  scan();
  await eventually(
    'the copies are listed again',
    async () => state.lists === 2,
  );
});

it('lists again after a conflict, and not after a refusal', async () => {
  const { state } = startScan(
    answer(409, 'Conflict'),
    answer(403, 'Forbidden'),
  );
  await eventually('a warning is logged', async () => warnings.length > 0);
  expect(warnings).toEqual([expect.stringContaining('cannot be labelled')]);
  expect(state.lists).toBe(2);
});
