import {
  ApiError,
  defineResource,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { alwaysLeader } from '../leaderElection/LeaderElector';
import { thing } from '../testing/objects';
import { eventually } from '../testing/__testUtils__/clusterSetup';
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

/** @param answers - to the first writes; then all succeed. */
function search(...answers: ApiError[]) {
  const state = { lists: 0, writes: [] as unknown[], basis: {} };
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
    resource: defineResource({
      group: '',
      version: 'v1',
      plural: 'secrets',
      kind: 'Secret',
      namespaced: true,
    }),
    claimsSnapshot: () => state.basis,
    isOrphan: ({ metadata }) => metadata.name === 'left',
    leaderElector: alwaysLeader(stop.signal),
    signal: stop.signal,
    logger,
  });
  return { state, scan };
}

const answer = (code: number, reason: string) =>
  new ApiError({ code, reason, message: 'no' });
const flushPromises = () => new Promise(setImmediate);

it('R38: labels what is left as it was seen, and lists anew only on another basis', async () => {
  const { state, scan } = search();
  await eventually('it has written', async () => state.writes.length === 1);
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
  state.basis = {};
  scan();
  await eventually('it has listed again', async () => state.lists === 2);
});

it('lists again after a conflict, and not after a refusal', async () => {
  const { state } = search(answer(409, 'Conflict'), answer(403, 'Forbidden'));
  await eventually('it warns', async () => warnings.length > 0);
  expect(warnings).toEqual([expect.stringContaining('cannot be labelled')]);
  expect(state.lists).toBe(2);
});
