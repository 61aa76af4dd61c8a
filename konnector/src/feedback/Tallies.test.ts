import {
  areFinal,
  createTallies,
  joinedByKind,
  nothingKnown,
  nothingOfAnyKind,
} from './Tallies';
import { watchesAgreeMs } from './Tally';

const one = (name: string) => ({ count: 1, names: [name] });

describe('tallies', () => {
  const make = () => {
    let now = 1_000_000;
    const tallies = createTallies({ changed() {}, now: () => now });
    const pass = (ms: number) => {
      now += ms;
    };
    return { tallies, pass };
  };

  it('count each kind for itself, and after its own time', () => {
    const { tallies, pass } = make();
    expect(tallies.orphans.found('a/x')).toBe(watchesAgreeMs);
    expect(tallies.unseen.found('a/z')).toBe(watchesAgreeMs);
    expect(tallies.collisions.found('a/y')).toBeUndefined();
    pass(watchesAgreeMs);
    tallies.orphans.found('a/x');
    expect(tallies.report()).toMatchObject({
      orphans: one('a/x'),
      collisions: one('a/y'),
    });
  });

  it('know by name all that were found, and of a name whether it has yet to last', () => {
    const { tallies } = make();
    tallies.orphans.found('a/too-early');
    for (const name of ['a/x', 'a/y']) tallies.collisions.found(name);
    tallies.refused.found('a/x');
    expect([...tallies.names()].sort()).toEqual(['a/too-early', 'a/x', 'a/y']);
    expect(tallies.isPending('a/too-early')).toBe(true);
    expect(tallies.isPending('a/x')).toBe(false);
    tallies.settle('a/x');
    tallies.settle('a/too-early');
    expect([...tallies.names()]).toEqual(['a/y']);
    expect(tallies.isPending('a/too-early')).toBe(false);
  });
});

describe('what several counted', () => {
  it('is told kind by kind', () => {
    const all = joinedByKind([
      { ...nothingOfAnyKind, orphans: one('a/x') },
      { ...nothingOfAnyKind, orphans: one('a/y'), collisions: undefined },
    ]);
    expect(all).toEqual({
      ...nothingOfAnyKind,
      orphans: { count: 2, names: ['a/x', 'a/y'] },
      collisions: undefined,
    });
  });

  it('is not known of any kind as long as one cannot say anything', () => {
    expect(joinedByKind([nothingOfAnyKind, undefined])).toEqual(nothingKnown);
  });

  it('is final when it is known, and all could be looked at', () => {
    expect(areFinal(nothingOfAnyKind)).toBe(true);
    expect(areFinal({ ...nothingOfAnyKind, orphans: one('a/x') })).toBe(true);
    expect(areFinal({ ...nothingOfAnyKind, orphans: undefined })).toBe(false);
    expect(areFinal({ ...nothingOfAnyKind, unseen: one('a/x') })).toBe(false);
  });
});
