/** What is told of claimed objects, and when it is over. */
import { ApiError, type KubeObject } from '@klutch/kube';
import { watchesAgreeMs } from '../feedback/Findings';
import { thing } from '../testing/objects';
import { nothing, type ClaimStep } from './claimFacts';
import { ClaimFeedback } from './claimFeedback';

const secrets = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
};
const key = 'team-a/db';
const named = `secrets ${key}`;
const conflict: ClaimStep = { step: 'conflict', why: 'it came first' };
const patch: ClaimStep = { step: 'patch', side: 'Provider', patch: {} };
const here = (uid = 'c1') => thing({ name: 'db', uid }, { data: { a: 'x' } });
const there = thing({ name: 'db', uid: 'p1' });
const both = { Consumer: here(), Provider: there };

function feedback() {
  let now = 1_000_000;
  const said: string[] = [];
  const waits: number[] = [];
  const stop = new AbortController();
  const uidOf = ({ metadata }: KubeObject) => metadata.uid;
  const told = new ClaimFeedback({
    events: {
      report(object, state) {
        expect(object).not.toHaveProperty('data');
        said.push(`${uidOf(object)} ${state}`);
      },
      forget: object => void said.push(`${uidOf(object)} forgotten`),
    },
    resource: secrets,
    changed() {},
    signal: stop.signal,
    now: () => now,
  });
  const context = {
    requeueAfter: (ms: number) => void waits.push(ms),
    logger: { warn() {} } as never,
  };
  return {
    told,
    said,
    waits,
    stop,
    refused: (code: number, object?: KubeObject, of = key) =>
      told.refused(
        new ApiError({ code, reason: 'x', message: 'not so' }),
        object,
        of,
        context,
      ),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('trouble with a claimed object', () => {
  it('is told, and its end once, and when it comes back it is told again', () => {
    const { told, said, refused } = feedback();
    expect(refused(422, here())).toBe(true);
    told.tell(patch, both, key);
    told.tell(nothing, both, key);
    told.tell(nothing, both, key);
    refused(422, here());
    expect(said).toEqual(['c1 Rejected', 'c1 Synced', 'c1 Rejected']);
  });

  it('is not over because one of the two is going, or there is only one', () => {
    const { told, said, refused } = feedback();
    refused(403, here());
    const going = thing({ uid: 'p1', deletionTimestamp: 'x' });
    told.tell(nothing, { Consumer: here(), Provider: going }, key);
    told.tell(nothing, { Consumer: here() }, key);
    expect(said).toEqual(['c1 Forbidden']);
  });

  it('is forgotten with its object, also when there is another one in its place', () => {
    for (const pair of [
      { Provider: there },
      { Provider: there, Consumer: here('c2') },
    ]) {
      const { told, said, refused } = feedback();
      refused(422, here());
      told.tell(nothing, pair, key);
      expect(said).toEqual(['c1 Rejected', 'c1 forgotten']);
    }
  });

  it('is forgotten when no claim is about the object any more, or the sync of its type ends', () => {
    const { told, said, stop, refused } = feedback();
    told.tell(conflict, both, key);
    told.forget(key);
    told.forget(key);
    expect(said).toEqual(['c1 Conflict', 'c1 forgotten']);
    refused(422, here('c2'));
    refused(422, here('c3'), 'team-a/other');
    stop.abort();
    expect(said.slice(2)).toEqual([
      'c2 Rejected',
      'c3 Rejected',
      'c2 forgotten',
      'c3 forgotten',
    ]);
  });

  it('is none when the write is worth repeating, and is told to nobody before there is an object', () => {
    const { said, waits, refused } = feedback();
    expect(refused(503, here())).toBe(false);
    expect(refused(422)).toBe(true);
    expect(said).toEqual([]);
    expect(waits).toHaveLength(1);
  });
});

describe('bindings tell', () => {
  it('of collisions, by type and key, at once and until they are resolved', () => {
    const { told, pass } = feedback();
    expect(told.tell(conflict, both, key)).toBeGreaterThan(0);
    expect(told.collisions.report()).toEqual({ count: 1, names: [named] });
    told.tell(patch, both, key);
    pass(2 * watchesAgreeMs);
    expect(told.collisions.report()).toEqual({ count: 0, names: [] });
  });

  it('of orphans, once they last', () => {
    const { told, pass } = feedback();
    const pair = { Provider: there };
    expect(told.tell({ step: 'orphan' }, pair, key)).toBe(watchesAgreeMs);
    pass(watchesAgreeMs);
    expect(told.tell({ step: 'orphan' }, pair, key)).toBeUndefined();
    expect(told.orphans.report()).toEqual({ count: 1, names: [named] });
    told.forget(key);
    pass(watchesAgreeMs);
    expect(told.orphans.report()).toEqual({ count: 0, names: [] });
  });

  it('of no collision when the object can have no copy at all', () => {
    const { told, said, pass } = feedback();
    told.tell(conflict, both, key);
    told.impossible(key, here(), { state: 'NameTooLong', message: 'too long' });
    expect(said).toEqual(['c1 Conflict', 'c1 NameTooLong']);
    pass(2 * watchesAgreeMs);
    expect(told.collisions.report()).toEqual({ count: 0, names: [] });
  });
});
