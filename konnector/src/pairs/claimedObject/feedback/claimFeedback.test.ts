/** Reports on claimed objects, and when they are cleared. */
import { ApiError, type KubeObject } from '@klutch/kube';
import type { ReconcileResult } from '../../../feedback/IssueTracker';
import { secrets, thing } from '../../../testing/objects';
import { nothing, type ClaimStep } from '../plan/claimFacts';
import type { Pair } from '../ClaimedObjectWriter';
import { PairMemories } from '../../PairMemories';
import { ClaimFeedback } from './claimFeedback';

const key = 'team-a/db';
/** See `failsPersistently`. */
const attemptsUntilReported = 6;
const conflict: ClaimStep = { step: 'conflict', why: 'it came first' };
const patch: ClaimStep = { step: 'patch', side: 'Provider', patch: {} };
const here = (uid = 'c1') => thing({ name: 'db', uid }, { data: { a: 'x' } });
const there = thing({ name: 'db', uid: 'p1' });
const both = { Consumer: here(), Provider: there };

function feedback() {
  const reported: string[] = [];
  const messages: string[] = [];
  const waits: number[] = [];
  let requeueAfterMs: number | undefined;
  const uidOf = ({ metadata }: KubeObject) => metadata.uid;
  const claimFeedback = new ClaimFeedback({
    memories: new PairMemories(),
    events: {
      report(object, state, message) {
        reported.push(`${uidOf(object)} ${state}`);
        messages.push(message);
      },
      forget: object => void reported.push(`${uidOf(object)} forgotten`),
    },
    resource: secrets,
  });
  const context = {
    requeueAfter: (ms: number) => void waits.push(ms),
    logger: { warn() {} } as never,
  };
  return {
    claimFeedback,
    reported,
    messages,
    waits,
    /** @returns the issue that the step shows. */
    step(step: ClaimStep, pair: Pair): ReconcileResult['issue'] {
      const result: ReconcileResult = {};
      requeueAfterMs = claimFeedback.reportStep(step, pair, key, result);
      return result.issue;
    },
    requeueAfterMs: () => requeueAfterMs,
    refused: (
      code: number,
      object?: KubeObject,
      result: ReconcileResult = {},
    ) =>
      claimFeedback.reportRefusal(
        {
          error: new ApiError({ code, reason: 'x', message: 'not so' }),
          cluster: 'app cluster',
          consumer: object,
        },
        key,
        context,
        result,
      ),
  };
}

describe('a failure of a claimed object', () => {
  it('is reported, its recovery, and its recurrence again', () => {
    const { step, reported, refused } = feedback();
    expect(refused(422, here())).toBe(true);
    step(patch, both);
    step(nothing, both);
    refused(422, here());
    expect(reported).toEqual(['c1 Rejected', 'c1 Synced', 'c1 Rejected']);
  });

  it('is not cleared while one object of the pair is terminating or missing', () => {
    const { step, reported, refused } = feedback();
    refused(403, here());
    const terminating = thing({ uid: 'p1', deletionTimestamp: 'x' });
    step(nothing, { Consumer: here(), Provider: terminating });
    step(nothing, { Consumer: here() });
    expect(reported).toEqual(['c1 Forbidden']);
  });

  it('is not reported when an immediate retry may succeed', () => {
    const { reported, waits, refused } = feedback();
    const result: ReconcileResult = {};
    expect(refused(503, here(), result)).toBe(false);
    expect(reported).toEqual([]);
    expect(waits).toEqual([]);
    expect(result).toEqual({});
  });

  it('is reported with the cluster that returned the error', () => {
    const { step, messages, refused } = feedback();
    refused(403, here());
    refused(422, here());
    step(nothing, both);
    expect(messages).toEqual([
      'The app cluster does not allow the write: not so',
      'The app cluster rejected the object: not so. The konnector tries again when the original changes.',
      'The object is in sync with the control plane.',
    ]);
  });

  it('of a server is reported once it persists, and not before', () => {
    const { step, reported, waits, refused } = feedback();
    for (let times = 1; times < attemptsUntilReported; times += 1) {
      expect(refused(500, here())).toBe(true);
    }
    expect(reported).toEqual([]);
    step(nothing, both);
    for (let times = 1; times < attemptsUntilReported; times += 1) {
      refused(500, here());
    }
    expect(reported).toEqual(['c1 Synced']);
    refused(500, here());
    expect(reported).toEqual(['c1 Synced', 'c1 Failing']);
    const firstRow = waits.slice(0, attemptsUntilReported - 1);
    expect(firstRow).toEqual([...firstRow].sort((a, b) => a - b));
    expect(waits[attemptsUntilReported - 1]).toBe(waits[0]);
  });
});

describe('a failure without an object on the app cluster', () => {
  it('is an issue that the bindings report', () => {
    const { reported, refused } = feedback();
    const result: ReconcileResult = {};
    refused(422, undefined, result);
    expect(result).toEqual({
      issue: {
        kind: 'refused',
        why: 'The app cluster rejected the object: not so. The konnector tries again when the original changes.',
      },
    });
    expect(reported).toEqual([]);
  });

  it('is reported by an Event once the object exists', () => {
    const { reported, refused } = feedback();
    const result: ReconcileResult = {};
    refused(403, here(), result);
    expect(result).toEqual({ issue: 'none' });
    expect(reported).toEqual(['c1 Forbidden']);
  });
});

describe('the result of a failed call', () => {
  it('has the problem until the failure persists', () => {
    const { refused } = feedback();
    for (let times = 1; times <= attemptsUntilReported; times += 1) {
      const result: ReconcileResult = {};
      refused(500, undefined, result);
      expect(result.problem).toBe(
        times < attemptsUntilReported
          ? 'The app cluster failed to write the object: not so. The write is retried.'
          : undefined,
      );
    }
  });
});

describe('a step', () => {
  it('shows a collision of the object of the app cluster', () => {
    const { step, reported, requeueAfterMs } = feedback();
    expect(step(conflict, both)).toEqual({ kind: 'collisions' });
    expect(reported).toEqual(['c1 Conflict']);
    expect(requeueAfterMs()).toBeGreaterThan(0);
    expect(step(conflict, { Provider: there })).toBe('none');
  });

  it('shows an orphan', () => {
    const { step, requeueAfterMs } = feedback();
    const orphan = step({ step: 'orphan' }, { Provider: there });
    expect(orphan).toEqual({ kind: 'orphans' });
    expect(requeueAfterMs()).toBeUndefined();
  });

  it('R38: shows a copy on the app cluster without its original', () => {
    const { step } = feedback();
    expect(
      step({ step: 'orphan-on-app-cluster' }, { Consumer: here() }),
    ).toEqual({ kind: 'orphansOnAppCluster' });
  });

  it('shows no issue when nothing is to be done, and leaves it undetermined before a write', () => {
    const { step } = feedback();
    expect(step(nothing, both)).toBe('none');
    expect(step(patch, both)).toBeUndefined();
  });
});
