import { watchesAgreeMs } from '../feedback/Tally';
import { areAllLookedAt, type Progress } from './allLookedAt';

const now = 1_000_000;
const done: Progress = {
  trouble: undefined,
  isFollowed: true,
  health: { depth: 0 },
};
const troubleFor = (ms: number) => ({
  message: 'no rights',
  since: new Date(now - ms),
});

it('all were looked at when all are known and nothing is left to do', () => {
  expect(areAllLookedAt(done, now)).toBe(true);
  const quick = { depth: 0, oldestRunMs: watchesAgreeMs - 1 };
  expect(areAllLookedAt({ ...done, health: quick }, now)).toBe(true);
});

it.each<[string, Partial<Progress>]>([
  ['some are not known', { isFollowed: false }],
  ['some wait for their turn', { health: { depth: 1 } }],
  [
    'a cluster takes long to answer',
    { health: { depth: 0, oldestRunMs: watchesAgreeMs } },
  ],
  ['a cluster is away for a moment', { trouble: troubleFor(1_000) }],
])('not all were looked at while %s', (_what, change) => {
  expect(areAllLookedAt({ ...done, ...change }, now)).toBe(false);
});

it('what cannot be followed for long is told as trouble', () => {
  const trouble = troubleFor(watchesAgreeMs);
  const stuck = { trouble, isFollowed: false, health: { depth: 3 } };
  expect(areAllLookedAt(stuck, now)).toBe(true);
});
