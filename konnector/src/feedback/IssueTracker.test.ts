/** When the number of issues of each kind is known. */
import type { Failure } from '../failure';
import { IssueTracker, type ReconcileResult } from './IssueTracker';
import {
  emptyReports,
  unknownReports,
  watchLagToleranceMs,
} from './issueKinds';

const away = new Error('the server is away');
const fails = () => Promise.reject(away);
const ends = async () => undefined;
const finds =
  (issue: ReconcileResult['issue']) => async (result: ReconcileResult) => {
    result.issue = issue;
  };

function fixture(...keys: string[]) {
  const state = {
    now: 1_000_000,
    keys,
    isComplete: true,
    failure: undefined as Failure | undefined,
    asked: [] as string[],
    changes: 0,
  };
  const issueTracker = new IssueTracker(
    {
      keys: () => state.keys,
      hasSynced: () => state.isComplete,
      enqueue: key => void state.asked.push(key),
      failure: () => state.failure,
      changed: () => void (state.changes += 1),
    },
    key => `secrets ${key}`,
    () => state.now,
  );
  const scan = (
    key: string,
    how: (result: ReconcileResult) => Promise<void> = ends,
  ) => issueTracker.track(key, how).catch(() => undefined);
  return {
    state,
    issueTracker,
    scan,
    report: () => issueTracker.report(),
  };
}

describe('a report without issues', () => {
  it('is known when each key that existed at the start was scanned', async () => {
    const { state, issueTracker, scan, report } = fixture('a', 'b', 'a');
    await scan('a');
    expect(state.asked).toEqual([]);
    expect(report()).toEqual(unknownReports);
    issueTracker.start();
    expect(state.asked).toEqual(['a', 'b']);
    await scan('a');
    await scan('new');
    expect(report()).toEqual(unknownReports);
    expect(state.changes).toBe(0);
    await scan('b');
    expect(report()).toEqual(emptyReports);
    expect(state.changes).toBe(1);
  });

  it('is known immediately when there are no keys', () => {
    const { issueTracker, report } = fixture();
    issueTracker.start();
    expect(report()).toEqual(emptyReports);
  });

  it('is not affected by a reconcile that began before the scan', async () => {
    const { issueTracker, scan, report } = fixture('a');
    let end = () => {};
    const early = scan('a', () => new Promise(resolve => (end = resolve)));
    issueTracker.start();
    end();
    await early;
    expect(report()).toEqual(unknownReports);
    await scan('a');
    expect(report()).toEqual(emptyReports);
  });

  it('is unknown before all keys are known, then each is scanned', async () => {
    const { state, issueTracker, scan, report } = fixture('a');
    state.isComplete = false;
    issueTracker.start();
    await scan('a');
    expect(report()).toEqual(unknownReports);
    state.keys = ['a', 'b'];
    state.isComplete = true;
    expect(report()).toEqual(unknownReports);
    expect(state.asked).toEqual(['a', 'b']);
    for (const key of ['a', 'b']) await scan(key);
    expect(report()).toEqual(emptyReports);
    state.isComplete = false;
    expect(report()).toEqual(emptyReports);
  });

  it('is unknown again after a rescan', async () => {
    const { issueTracker, scan, report } = fixture('a');
    issueTracker.rescan();
    expect(report()).toEqual(unknownReports);
    issueTracker.start();
    await scan('a');
    issueTracker.rescan();
    expect(report()).toEqual(unknownReports);
    await scan('a');
    expect(report()).toEqual(emptyReports);
  });

  it('is unknown while an issue is pending', async () => {
    const { state, issueTracker, scan, report } = fixture('a');
    issueTracker.start();
    const findsOrphan = finds({ kind: 'orphans' });
    expect(await scan('a', findsOrphan)).toBe(watchLagToleranceMs);
    expect(report()).toEqual(unknownReports);
    state.now += watchLagToleranceMs;
    expect(await scan('a', findsOrphan)).toBeUndefined();
    expect(report()).toMatchObject({
      orphans: { count: 1, names: ['secrets a'] },
    });
  });
});

describe('the issue of a key', () => {
  const started = (...keys: string[]) => {
    const one = fixture(...keys);
    one.issueTracker.start();
    return one;
  };

  it('replaces the one before', async () => {
    const { scan, report, issueTracker } = started();
    await scan('a', finds({ kind: 'collisions' }));
    await scan('a', finds({ kind: 'refused', why: 'no room' }));
    expect(report()).toEqual({
      ...emptyReports,
      refused: { count: 1, names: ['secrets a'], why: 'no room' },
    });
    expect([...issueTracker.keys()]).toEqual(['a']);
    await scan('a', finds('none'));
    expect(report()).toEqual(emptyReports);
    expect([...issueTracker.keys()]).toEqual([]);
  });

  it('stays when a reconcile determines none, and counts once it persists', async () => {
    const { state, scan, report } = started();
    await scan('a', finds({ kind: 'orphans' }));
    state.now += watchLagToleranceMs - 1;
    expect(await scan('a')).toBe(1);
    expect(report()).toEqual(emptyReports);
    state.now += 1;
    expect(await scan('a')).toBeUndefined();
    expect(report().orphans?.count).toBe(1);
    await scan('a');
    await scan('a', fails);
    expect(report().orphans?.count).toBe(1);
  });
});

describe('a failure to watch a cluster', () => {
  const lasting = { message: 'no right', since: new Date(0) };

  it('that persists is reported elsewhere: the known keys suffice', async () => {
    const { state, issueTracker, scan, report } = fixture('a');
    state.isComplete = false;
    issueTracker.start();
    state.failure = { message: 'away', since: new Date() };
    expect(report()).toEqual(unknownReports);
    state.failure = lasting;
    expect(report()).toEqual(unknownReports);
    await scan('a');
    expect(report()).toEqual(emptyReports);
  });

  it('that ended causes a scan of everything', async () => {
    const { state, issueTracker, scan, report } = fixture('a');
    Object.assign(state, { isComplete: false, failure: lasting });
    issueTracker.start();
    await scan('a');
    Object.assign(state, { isComplete: true, keys: ['a', 'b'] });
    expect(report()).toEqual(unknownReports);
    for (const key of ['a', 'b']) await scan(key);
    expect(report()).toEqual(emptyReports);
  });
});

describe('a key whose scans fail', () => {
  it('fails with the error of the reconcile', async () => {
    const { issueTracker } = fixture('a');
    await expect(issueTracker.track('a', fails)).rejects.toBe(away);
  });

  it('is reported when it persists, and the rest is counted', async () => {
    const { state, issueTracker, scan, report } = fixture('a', 'b');
    issueTracker.start();
    await scan('a', fails);
    await scan('b', finds({ kind: 'collisions' }));
    expect(report()).toEqual(unknownReports);
    state.now += watchLagToleranceMs;
    await scan('a', fails);
    expect(report()).toEqual({
      ...emptyReports,
      collisions: { count: 1, names: ['secrets b'] },
      unchecked: { count: 1, names: ['secrets a'], why: away.message },
    });
    await scan('a');
    expect(report().unchecked?.count).toBe(0);
  });

  it('is reported also when the reconcile itself succeeds', async () => {
    const { state, issueTracker, scan, report } = fixture('a');
    issueTracker.start();
    const waits = async (result: ReconcileResult) => {
      result.problem = 'it fails';
    };
    await scan('a', waits);
    state.now += watchLagToleranceMs;
    await scan('a', waits);
    expect(report().unchecked).toMatchObject({ count: 1, why: 'it fails' });
  });

  it('counts as scanned when the failure comes after the decision', async () => {
    const { issueTracker, scan, report } = fixture('a');
    issueTracker.start();
    await scan('a', result => {
      result.issue = 'none';
      return fails();
    });
    expect(report()).toEqual(emptyReports);
  });

  it('after the initial scan keeps its earlier result', async () => {
    const { state, issueTracker, scan, report } = fixture('a');
    issueTracker.start();
    await scan('a', finds({ kind: 'collisions' }));
    for (const ms of [0, watchLagToleranceMs]) {
      state.now += ms;
      await scan('a', fails);
    }
    expect(report()).toMatchObject({
      collisions: { count: 1 },
      unchecked: { count: 0 },
    });
  });
});
