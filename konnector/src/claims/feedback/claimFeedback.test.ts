/** What is told of claimed objects, and when it is over. */
import { ApiError, type KubeObject } from '@klutch/kube';
import type { ScanResult } from '../../feedback/InitialScan';
import { watchLagToleranceMs } from '../../feedback/IssueCounter';
import { emptyReport } from '../../feedback/IssueReport';
import { thing } from '../../testing/objects';
import { nothing, type ClaimStep } from '../plan/claimFacts';
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
/** See `isLasting`. */
const attemptsUntilTold = 6;
const conflict: ClaimStep = { step: 'conflict', why: 'it came first' };
const patch: ClaimStep = { step: 'patch', side: 'Provider', patch: {} };
const here = (uid = 'c1') => thing({ name: 'db', uid }, { data: { a: 'x' } });
const there = thing({ name: 'db', uid: 'p1' });
const both = { Consumer: here(), Provider: there };

function feedback() {
  let now = 1_000_000;
  const said: string[] = [];
  const words: string[] = [];
  const waits: number[] = [];
  const stop = new AbortController();
  const uidOf = ({ metadata }: KubeObject) => metadata.uid;
  const told = new ClaimFeedback({
    events: {
      report(object, state, message) {
        expect(object).not.toHaveProperty('data');
        said.push(`${uidOf(object)} ${state}`);
        words.push(message);
      },
      forget: object => void said.push(`${uidOf(object)} forgotten`),
    },
    resource: secrets,
    changed() {},
    failure: () => undefined,
    keys: () => [],
    isComplete: () => true,
    enqueue() {},
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
    words,
    waits,
    stop,
    tallies: told.issueTracker.counters,
    refused: (code: number, object?: KubeObject, of = key, look: ScanResult = {}) =>
      told.reportRefusal(
        {
          error: new ApiError({ code, reason: 'x', message: 'not so' }),
          cluster: 'app cluster',
          consumer: object,
        },
        of,
        context,
        look,
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
    told.reportStep(patch, both, key);
    told.reportStep(nothing, both, key);
    told.reportStep(nothing, both, key);
    refused(422, here());
    expect(said).toEqual(['c1 Rejected', 'c1 Synced', 'c1 Rejected']);
  });

  it('is not over because one of the two is going, or there is only one', () => {
    const { told, said, refused } = feedback();
    refused(403, here());
    const going = thing({ uid: 'p1', deletionTimestamp: 'x' });
    told.reportStep(nothing, { Consumer: here(), Provider: going }, key);
    told.reportStep(nothing, { Consumer: here() }, key);
    expect(said).toEqual(['c1 Forbidden']);
  });

  it('is forgotten with its object, also when there is another one in its place', () => {
    for (const pair of [
      { Provider: there },
      { Provider: there, Consumer: here('c2') },
    ]) {
      const { told, said, refused } = feedback();
      refused(422, here());
      told.reportStep(nothing, pair, key);
      expect(said).toEqual(['c1 Rejected', 'c1 forgotten']);
    }
  });

  it('is forgotten when no claim is about the object any more, or the sync of its type ends', () => {
    const { told, said, stop, refused } = feedback();
    told.reportStep(conflict, both, key);
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

  it('is none when the write is worth repeating', () => {
    const { said, waits, refused, tallies } = feedback();
    expect(refused(503, here())).toBe(false);
    expect(said).toEqual([]);
    expect(waits).toEqual([]);
    expect(tallies.refused.report()).toEqual(emptyReport);
  });

  it('names the cluster', () => {
    const { told, words, refused } = feedback();
    refused(403, here());
    refused(422, here());
    told.reportStep(nothing, both, key);
    expect(words).toEqual([
      'The app cluster does not allow it: not so',
      'The app cluster rejected it: not so. It is tried again when the object of its owner changes.',
      'It is in step with the control plane.',
    ]);
  });

  it('is also a failure that lasts, and no other', () => {
    const { told, said, waits, refused } = feedback();
    for (let times = 1; times < attemptsUntilTold; times += 1) {
      expect(refused(500, here())).toBe(true);
    }
    expect(said).toEqual([]);
    told.reportStep(nothing, both, key);
    for (let times = 1; times < attemptsUntilTold; times += 1) {
      refused(500, here());
    }
    expect(said).toEqual([]);
    refused(500, here());
    expect(said).toEqual(['c1 Failing']);
    const firstRow = waits.slice(0, attemptsUntilTold - 1);
    expect(firstRow).toEqual([...firstRow].sort((a, b) => a - b));
    expect(waits[attemptsUntilTold - 1]).toBe(waits[0]);
  });
});

describe('trouble without an object on the app cluster', () => {
  const create: ClaimStep = {
    step: 'create',
    side: 'Consumer',
    object: here(),
  };

  it('is told by the bindings until there is one, or nothing is to be done', () => {
    for (const [step, pair] of [
      [patch, both],
      [nothing, { Provider: there }],
    ] as const) {
      const { told, said, refused, tallies } = feedback();
      refused(403);
      told.reportStep(create, { Provider: there }, key);
      refused(422, undefined, 'team-a/other');
      refused(422);
      expect(tallies.refused.report()).toEqual({
        count: 2,
        names: [named, 'secrets team-a/other'],
        why: 'The app cluster rejected it: not so. It is tried again when the object of its owner changes.',
      });
      told.forget('team-a/other');
      told.reportStep(step, pair, key);
      expect(tallies.refused.report()).toEqual(emptyReport);
      expect(said).toEqual([]);
    }
  });

  it('is over when its place is gone', () => {
    const { told, refused, tallies } = feedback();
    refused(403);
    told.clearRefusal(key);
    expect(tallies.refused.report()).toEqual(emptyReport);
  });

  it('is told by an Event from then on', () => {
    const { said, refused, tallies } = feedback();
    refused(403);
    refused(403, here());
    expect(tallies.refused.report()).toEqual(emptyReport);
    expect(said).toEqual(['c1 Forbidden']);
  });
});

describe('that nothing is told of a failed call yet', () => {
  it('is said as long as it may pass', () => {
    const { refused } = feedback();
    for (let times = 1; times <= attemptsUntilTold; times += 1) {
      const look: ScanResult = {};
      refused(500, undefined, key, look);
      expect(look.problem).toBe(
        times < attemptsUntilTold
          ? 'The app cluster fails to do it: not so. It is tried again.'
          : undefined,
      );
    }
  });

  it('is not said when it is', () => {
    const { refused } = feedback();
    for (const object of [undefined, here()]) {
      const look: ScanResult = {};
      refused(422, object, key, look);
      expect(look).toEqual({});
    }
  });
});

describe('bindings tell', () => {
  it('of collisions, by type and key, at once and until they are resolved', () => {
    const { told, tallies } = feedback();
    expect(told.reportStep(conflict, both, key)).toBeGreaterThan(0);
    expect(tallies.collisions.report()).toEqual({
      count: 1,
      names: [named],
    });
    told.reportStep(patch, both, key);
    expect(tallies.collisions.report()).toEqual({ count: 0, names: [] });
  });

  it('of orphans, once they last', () => {
    const { told, pass, tallies } = feedback();
    const pair = { Provider: there };
    expect(told.reportStep({ step: 'orphan' }, pair, key)).toBe(watchLagToleranceMs);
    pass(watchLagToleranceMs);
    expect(told.reportStep({ step: 'orphan' }, pair, key)).toBeUndefined();
    expect(tallies.orphans.report()).toEqual({ count: 1, names: [named] });
    told.forget(key);
    pass(watchLagToleranceMs);
    expect(tallies.orphans.report()).toEqual({ count: 0, names: [] });
  });

  it('R38: of copies here whose originals are gone, once that lasts', () => {
    const { told, pass, tallies } = feedback();
    const pair = { Consumer: here() };
    expect(told.reportStep({ step: 'orphan-on-app-cluster' }, pair, key)).toBe(
      watchLagToleranceMs,
    );
    pass(watchLagToleranceMs);
    expect(
      told.reportStep({ step: 'orphan-on-app-cluster' }, pair, key),
    ).toBeUndefined();
    expect(tallies.orphansOnAppCluster.report()).toEqual({
      count: 1,
      names: [named],
    });
    expect(tallies.orphans.report().count).toBe(0);
    told.reportStep(patch, both, key);
    expect(tallies.orphansOnAppCluster.report().count).toBe(0);
  });

  it('of no collision when the object can have no copy at all', () => {
    const { told, said, tallies } = feedback();
    told.reportStep(conflict, both, key);
    told.reportImpossible(key, here(), { state: 'NameTooLong', message: 'too long' });
    expect(said).toEqual(['c1 Conflict', 'c1 NameTooLong']);
    expect(tallies.collisions.report()).toEqual({ count: 0, names: [] });
  });
});
