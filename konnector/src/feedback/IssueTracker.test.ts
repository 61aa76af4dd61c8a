/** From when on it is known how many there are of each kind. */
import type { Failure } from '../failure';
import { IssueTracker } from './IssueTracker';
import type { ScanResult } from './InitialScan';
import { unknownReports, emptyReports } from './IssueCounters';
import { watchLagToleranceMs } from './IssueCounter';

const away = new Error('the server is away');
const fails = () => Promise.reject(away);
const ends = async () => undefined;

function world(...keys: string[]) {
  const state = {
    now: 1_000_000,
    keys,
    isWhole: true,
    trouble: undefined as Failure | undefined,
    asked: [] as string[],
    changes: 0,
  };
  const findings = new IssueTracker({
    keys: () => state.keys,
    isComplete: () => state.isWhole,
    enqueue: key => void state.asked.push(key),
    failure: () => state.trouble,
    changed: () => void (state.changes += 1),
    nameOf: key => `secrets ${key}`,
    now: () => state.now,
  });
  const look = (key: string, how: (at: ScanResult) => Promise<void> = ends) =>
    findings.scan(key, how).catch(() => undefined);
  return { state, findings, look, report: () => findings.report() };
}

describe('that there is nothing', () => {
  it('is known when each key that there was at the beginning was looked at', async () => {
    const { state, findings, look, report } = world('a', 'b', 'a');
    await look('a');
    expect(state.asked).toEqual([]);
    expect(report()).toEqual(unknownReports);
    findings.start();
    expect(state.asked).toEqual(['a', 'b']);
    await look('a');
    await look('new');
    expect(report()).toEqual(unknownReports);
    expect(state.changes).toBe(0);
    await look('b');
    expect(report()).toEqual(emptyReports);
    expect(state.changes).toBe(1);
  });

  it('is known at once when there are no keys', () => {
    const { findings, report } = world();
    findings.start();
    expect(report()).toEqual(emptyReports);
  });

  it('is not known of a key whose look began before', async () => {
    const { findings, look, report } = world('a');
    let end = () => {};
    const early = look('a', () => new Promise(resolve => (end = resolve)));
    findings.start();
    end();
    await early;
    expect(report()).toEqual(unknownReports);
    await look('a');
    expect(report()).toEqual(emptyReports);
  });

  it('is not known before all keys are, then each is looked at', async () => {
    const { state, findings, look, report } = world('a');
    state.isWhole = false;
    findings.start();
    await look('a');
    expect(report()).toEqual(unknownReports);
    state.keys = ['a', 'b'];
    state.isWhole = true;
    expect(report()).toEqual(unknownReports);
    expect(state.asked).toEqual(['a', 'b']);
    for (const key of ['a', 'b']) await look(key);
    expect(report()).toEqual(emptyReports);
    state.isWhole = false;
    expect(report()).toEqual(emptyReports);
  });

  it('is not known any more when all may be another case', async () => {
    const { findings, look, report } = world('a');
    findings.rescan();
    expect(report()).toEqual(unknownReports);
    findings.start();
    await look('a');
    findings.rescan();
    expect(report()).toEqual(unknownReports);
    await look('a');
    expect(report()).toEqual(emptyReports);
  });

  it('is not known while something was found that has yet to last', async () => {
    const { state, findings, look, report } = world('a');
    findings.start();
    const finds = async () => {
      findings.counters.orphans.add('secrets a');
    };
    await look('a', finds);
    expect(report()).toEqual(unknownReports);
    state.now += watchLagToleranceMs;
    await look('a', finds);
    expect(report()).toMatchObject({
      orphans: { count: 1, names: ['secrets a'] },
    });
  });
});

describe('trouble with following a cluster', () => {
  const lasting = { message: 'no right', since: new Date(0) };

  it('that lasts is told by others: what is known counts', async () => {
    const { state, findings, look, report } = world('a');
    state.isWhole = false;
    findings.start();
    state.trouble = { message: 'away', since: new Date() };
    expect(report()).toEqual(unknownReports);
    state.trouble = lasting;
    expect(report()).toEqual(unknownReports);
    await look('a');
    expect(report()).toEqual(emptyReports);
  });

  it('that is over has all looked at', async () => {
    const { state, findings, look, report } = world('a');
    Object.assign(state, { isWhole: false, trouble: lasting });
    findings.start();
    await look('a');
    Object.assign(state, { isWhole: true, keys: ['a', 'b'] });
    expect(report()).toEqual(unknownReports);
    for (const key of ['a', 'b']) await look(key);
    expect(report()).toEqual(emptyReports);
  });
});

describe('a key at which looks fail', () => {
  it('for ever is told, and the rest is counted', async () => {
    const { state, findings, look, report } = world('a', 'b');
    findings.start();
    await look('a', fails);
    findings.counters.collisions.add('secrets b');
    await look('b');
    expect(report()).toEqual(unknownReports);
    state.now += watchLagToleranceMs;
    await look('a', fails);
    expect(report()).toEqual({
      ...emptyReports,
      collisions: { count: 1, names: ['secrets b'] },
      unseen: { count: 1, names: ['secrets a'], why: away.message },
    });
    await look('a');
    expect(report().unseen?.count).toBe(0);
  });

  it('says so without failing itself', async () => {
    const { state, findings, look, report } = world('a');
    findings.start();
    const waits = async (at: ScanResult) => {
      at.problem = 'it fails';
    };
    await look('a', waits);
    state.now += watchLagToleranceMs;
    await look('a', waits);
    expect(report().unseen).toMatchObject({ count: 1, why: 'it fails' });
  });

  it('is looked at when that comes after all was decided', async () => {
    const { findings, look, report } = world('a');
    findings.start();
    await look('a', at => {
      at.isDecided = true;
      return fails();
    });
    expect(report()).toEqual(emptyReports);
  });

  it('later is no news: what was found of it stays', async () => {
    const { state, findings, look, report } = world('a');
    findings.start();
    findings.counters.collisions.add('secrets a');
    await look('a');
    for (const ms of [0, watchLagToleranceMs]) {
      state.now += ms;
      await look('a', fails);
    }
    expect(report()).toMatchObject({
      collisions: { count: 1 },
      unseen: { count: 0 },
    });
  });

  it('fails for whoever looks, too', async () => {
    const { findings } = world();
    await expect(findings.scan('a', fails)).rejects.toBe(away);
  });
});
