/** From when on it is known how many there are of each kind. */
import type { Trouble } from '../trouble';
import { Findings } from './Findings';
import type { Look } from './FirstLook';
import { nothingKnown, nothingOfAnyKind } from './Tallies';
import { watchesAgreeMs } from './Tally';

const away = new Error('the server is away');
const fails = () => Promise.reject(away);
const ends = async () => undefined;

function world(...keys: string[]) {
  const state = {
    now: 1_000_000,
    keys,
    isWhole: true,
    trouble: undefined as Trouble | undefined,
    asked: [] as string[],
    changes: 0,
  };
  const findings = new Findings({
    keys: () => state.keys,
    isWhole: () => state.isWhole,
    look: key => void state.asked.push(key),
    trouble: () => state.trouble,
    changed: () => void (state.changes += 1),
    nameOf: key => `secrets ${key}`,
    now: () => state.now,
  });
  const look = (key: string, how: (at: Look) => Promise<void> = ends) =>
    findings.look(key, how).catch(() => undefined);
  return { state, findings, look, report: () => findings.report() };
}

describe('that there is nothing', () => {
  it('is known when each key that there was at the beginning was looked at', async () => {
    const { state, findings, look, report } = world('a', 'b', 'a');
    await look('a');
    expect(state.asked).toEqual([]);
    expect(report()).toEqual(nothingKnown);
    findings.begin();
    expect(state.asked).toEqual(['a', 'b']);
    await look('a');
    await look('new');
    expect(report()).toEqual(nothingKnown);
    expect(state.changes).toBe(0);
    await look('b');
    expect(report()).toEqual(nothingOfAnyKind);
    expect(state.changes).toBe(1);
  });

  it('is known at once when there are no keys', () => {
    const { findings, report } = world();
    findings.begin();
    expect(report()).toEqual(nothingOfAnyKind);
  });

  it('is not known of a key whose look began before', async () => {
    const { findings, look, report } = world('a');
    let end = () => {};
    const early = look('a', () => new Promise(resolve => (end = resolve)));
    findings.begin();
    end();
    await early;
    expect(report()).toEqual(nothingKnown);
    await look('a');
    expect(report()).toEqual(nothingOfAnyKind);
  });

  it('is not known before all keys are, then each is looked at', async () => {
    const { state, findings, look, report } = world('a');
    state.isWhole = false;
    findings.begin();
    await look('a');
    expect(report()).toEqual(nothingKnown);
    state.keys = ['a', 'b'];
    state.isWhole = true;
    expect(report()).toEqual(nothingKnown);
    expect(state.asked).toEqual(['a', 'b']);
    for (const key of ['a', 'b']) await look(key);
    expect(report()).toEqual(nothingOfAnyKind);
    state.isWhole = false;
    expect(report()).toEqual(nothingOfAnyKind);
  });

  it('is not known any more when all may be another case', async () => {
    const { findings, look, report } = world('a');
    findings.again();
    expect(report()).toEqual(nothingKnown);
    findings.begin();
    await look('a');
    findings.again();
    expect(report()).toEqual(nothingKnown);
    await look('a');
    expect(report()).toEqual(nothingOfAnyKind);
  });

  it('is not known while something was found that has yet to last', async () => {
    const { state, findings, look, report } = world('a');
    findings.begin();
    const finds = async () => {
      findings.tallies.orphans.found('secrets a');
    };
    await look('a', finds);
    expect(report()).toEqual(nothingKnown);
    state.now += watchesAgreeMs;
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
    findings.begin();
    state.trouble = { message: 'away', since: new Date() };
    expect(report()).toEqual(nothingKnown);
    state.trouble = lasting;
    expect(report()).toEqual(nothingKnown);
    await look('a');
    expect(report()).toEqual(nothingOfAnyKind);
  });

  it('that is over has all looked at', async () => {
    const { state, findings, look, report } = world('a');
    Object.assign(state, { isWhole: false, trouble: lasting });
    findings.begin();
    await look('a');
    Object.assign(state, { isWhole: true, keys: ['a', 'b'] });
    expect(report()).toEqual(nothingKnown);
    for (const key of ['a', 'b']) await look(key);
    expect(report()).toEqual(nothingOfAnyKind);
  });
});

describe('a key at which looks fail', () => {
  it('for ever is told, and the rest is counted', async () => {
    const { state, findings, look, report } = world('a', 'b');
    findings.begin();
    await look('a', fails);
    findings.tallies.collisions.found('secrets b');
    await look('b');
    expect(report()).toEqual(nothingKnown);
    state.now += watchesAgreeMs;
    await look('a', fails);
    expect(report()).toEqual({
      ...nothingOfAnyKind,
      collisions: { count: 1, names: ['secrets b'] },
      unseen: { count: 1, names: ['secrets a'], why: away.message },
    });
    await look('a');
    expect(report().unseen?.count).toBe(0);
  });

  it('says so without failing itself', async () => {
    const { state, findings, look, report } = world('a');
    findings.begin();
    const waits = async (at: Look) => {
      at.why = 'it fails';
    };
    await look('a', waits);
    state.now += watchesAgreeMs;
    await look('a', waits);
    expect(report().unseen).toMatchObject({ count: 1, why: 'it fails' });
  });

  it('is looked at when that comes after all was decided', async () => {
    const { findings, look, report } = world('a');
    findings.begin();
    await look('a', at => {
      at.isDecided = true;
      return fails();
    });
    expect(report()).toEqual(nothingOfAnyKind);
  });

  it('later is no news: what was found of it stays', async () => {
    const { state, findings, look, report } = world('a');
    findings.begin();
    findings.tallies.collisions.found('secrets a');
    await look('a');
    for (const ms of [0, watchesAgreeMs]) {
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
    await expect(findings.look('a', fails)).rejects.toBe(away);
  });
});
