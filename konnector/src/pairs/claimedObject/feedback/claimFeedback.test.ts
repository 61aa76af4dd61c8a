/** Reports on claimed objects, and when they are cleared. */
import { ApiError, type KubeObject } from '@klutch/kube';
import type { ScanResult } from '../../../feedback/IssueTracker';
import { watchLagToleranceMs } from '../../../feedback/IssueCounter';
import { emptyReport } from '../../../feedback/IssueReport';
import { secrets, thing } from '../../../testing/objects';
import { nothing, type ClaimStep } from '../plan/claimFacts';
import { trackSecrets } from '../__testUtils__/trackSecrets';
import { PairMemories } from '../PairMemories';
import { ClaimFeedback } from './claimFeedback';

const key = 'team-a/db';
const named = `secrets ${key}`;
/** See `failsPersistently`. */
const attemptsUntilReported = 6;
const conflict: ClaimStep = { step: 'conflict', why: 'it came first' };
const patch: ClaimStep = { step: 'patch', side: 'Provider', patch: {} };
const here = (uid = 'c1') => thing({ name: 'db', uid }, { data: { a: 'x' } });
const there = thing({ name: 'db', uid: 'p1' });
const both = { Consumer: here(), Provider: there };

function feedback() {
  let now = 1_000_000;
  const reported: string[] = [];
  const messages: string[] = [];
  const waits: number[] = [];
  const uidOf = ({ metadata }: KubeObject) => metadata.uid;
  const counters = trackSecrets(() => now);
  const claimFeedback = new ClaimFeedback({
    memories: new PairMemories(),
    events: {
      report(object, state, message) {
        reported.push(`${uidOf(object)} ${state}`);
        messages.push(message);
      },
      forget: object => void reported.push(`${uidOf(object)} forgotten`),
    },
    issueCounters: counters,
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
    counters,
    refused: (
      code: number,
      object?: KubeObject,
      of = key,
      scanResult: ScanResult = {},
    ) =>
      claimFeedback.reportRefusal(
        {
          error: new ApiError({ code, reason: 'x', message: 'not so' }),
          cluster: 'app cluster',
          consumer: object,
        },
        of,
        context,
        scanResult,
      ),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('a failure of a claimed object', () => {
  it('is reported, its recovery, and its recurrence again', () => {
    const { claimFeedback, reported, refused } = feedback();
    expect(refused(422, here())).toBe(true);
    claimFeedback.reportStep(patch, both, key);
    claimFeedback.reportStep(nothing, both, key);
    refused(422, here());
    expect(reported).toEqual(['c1 Rejected', 'c1 Synced', 'c1 Rejected']);
  });

  it('is not cleared while one object of the pair is terminating or missing', () => {
    const { claimFeedback, reported, refused } = feedback();
    refused(403, here());
    const terminating = thing({ uid: 'p1', deletionTimestamp: 'x' });
    claimFeedback.reportStep(
      nothing,
      { Consumer: here(), Provider: terminating },
      key,
    );
    claimFeedback.reportStep(nothing, { Consumer: here() }, key);
    expect(reported).toEqual(['c1 Forbidden']);
  });

  it('is cleared when no claim covers the object', () => {
    const { claimFeedback, reported } = feedback();
    claimFeedback.reportStep(conflict, both, key);
    claimFeedback.forget(key, here());
    expect(reported).toEqual(['c1 Conflict', 'c1 forgotten']);
  });

  it('is not reported when an immediate retry may succeed', () => {
    const { reported, waits, refused, counters } = feedback();
    expect(refused(503, here())).toBe(false);
    expect(reported).toEqual([]);
    expect(waits).toEqual([]);
    expect(counters.refused.report()).toEqual(emptyReport);
  });

  it('is reported with the cluster that returned the error', () => {
    const { claimFeedback, messages, refused } = feedback();
    refused(403, here());
    refused(422, here());
    claimFeedback.reportStep(nothing, both, key);
    expect(messages).toEqual([
      'The app cluster does not allow the write: not so',
      'The app cluster rejected the object: not so. The konnector tries again when the original changes.',
      'The object is in sync with the control plane.',
    ]);
  });

  it('of a server is reported once it persists, and not before', () => {
    const { claimFeedback, reported, waits, refused } = feedback();
    for (let times = 1; times < attemptsUntilReported; times += 1) {
      expect(refused(500, here())).toBe(true);
    }
    expect(reported).toEqual([]);
    claimFeedback.reportStep(nothing, both, key);
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
  const create: ClaimStep = {
    step: 'create',
    side: 'Consumer',
    object: here(),
  };

  it('is reported by the bindings until the object exists or no write is planned', () => {
    for (const [step, pair] of [
      [patch, both],
      [nothing, { Provider: there }],
    ] as const) {
      const { claimFeedback, reported, refused, counters } = feedback();
      refused(403);
      claimFeedback.reportStep(create, { Provider: there }, key);
      refused(422, undefined, 'team-a/other');
      refused(422);
      expect(counters.refused.report()).toEqual({
        count: 2,
        names: [named, 'secrets team-a/other'],
        why: 'The app cluster rejected the object: not so. The konnector tries again when the original changes.',
      });
      claimFeedback.forget('team-a/other', undefined);
      claimFeedback.reportStep(step, pair, key);
      expect(counters.refused.report()).toEqual(emptyReport);
      expect(reported).toEqual([]);
    }
  });

  it('is cleared when the namespace or the type is missing', () => {
    const { claimFeedback, refused, counters } = feedback();
    refused(403);
    claimFeedback.clearRefusal(key);
    expect(counters.refused.report()).toEqual(emptyReport);
  });

  it('is reported by an Event once the object exists', () => {
    const { reported, refused, counters } = feedback();
    refused(403);
    refused(403, here());
    expect(counters.refused.report()).toEqual(emptyReport);
    expect(reported).toEqual(['c1 Forbidden']);
  });
});

describe('the scan result of a failed call', () => {
  it('has the problem until the failure persists', () => {
    const { refused } = feedback();
    for (let times = 1; times <= attemptsUntilReported; times += 1) {
      const scanResult: ScanResult = {};
      refused(500, undefined, key, scanResult);
      expect(scanResult.problem).toBe(
        times < attemptsUntilReported
          ? 'The app cluster failed to write the object: not so. The write is retried.'
          : undefined,
      );
    }
  });

  it('has no problem once the failure is reported', () => {
    const { refused } = feedback();
    for (const object of [undefined, here()]) {
      const scanResult: ScanResult = {};
      refused(422, object, key, scanResult);
      expect(scanResult).toEqual({});
    }
  });
});

describe('bindings report', () => {
  it('collisions by type and key, at once and until they are resolved', () => {
    const { claimFeedback, counters } = feedback();
    expect(claimFeedback.reportStep(conflict, both, key)).toBeGreaterThan(0);
    expect(counters.collisions.report()).toEqual({
      count: 1,
      names: [named],
    });
    claimFeedback.reportStep(patch, both, key);
    expect(counters.collisions.report()).toEqual({ count: 0, names: [] });
  });

  it('orphans once they persist', () => {
    const { claimFeedback, pass, counters } = feedback();
    const pair = { Provider: there };
    expect(claimFeedback.reportStep({ step: 'orphan' }, pair, key)).toBe(
      watchLagToleranceMs,
    );
    pass(watchLagToleranceMs);
    expect(
      claimFeedback.reportStep({ step: 'orphan' }, pair, key),
    ).toBeUndefined();
    expect(counters.orphans.report()).toEqual({ count: 1, names: [named] });
    claimFeedback.forget(key, undefined);
    pass(watchLagToleranceMs);
    expect(counters.orphans.report()).toEqual({ count: 0, names: [] });
  });

  it('R38: copies on the app cluster without originals, once they persist', () => {
    const { claimFeedback, pass, counters } = feedback();
    const pair = { Consumer: here() };
    expect(
      claimFeedback.reportStep({ step: 'orphan-on-app-cluster' }, pair, key),
    ).toBe(watchLagToleranceMs);
    pass(watchLagToleranceMs);
    expect(
      claimFeedback.reportStep({ step: 'orphan-on-app-cluster' }, pair, key),
    ).toBeUndefined();
    expect(counters.orphansOnAppCluster.report()).toEqual({
      count: 1,
      names: [named],
    });
    expect(counters.orphans.report().count).toBe(0);
    claimFeedback.reportStep(patch, both, key);
    expect(counters.orphansOnAppCluster.report().count).toBe(0);
  });

  it('no collision when the object cannot have a copy', () => {
    const { claimFeedback, reported, counters } = feedback();
    claimFeedback.reportStep(conflict, both, key);
    claimFeedback.reportImpossible(key, here(), {
      state: 'NameTooLong',
      message: 'too long',
    });
    expect(reported).toEqual(['c1 Conflict', 'c1 NameTooLong']);
    expect(counters.collisions.report()).toEqual({ count: 0, names: [] });
  });
});
