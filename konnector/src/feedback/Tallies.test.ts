import {
  areKnown,
  createTallies,
  joinedByKind,
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
    expect(tallies.collisions.found('a/y')).toBeUndefined();
    pass(watchesAgreeMs);
    tallies.orphans.found('a/x');
    expect(tallies.report()).toMatchObject({
      orphans: one('a/x'),
      collisions: one('a/y'),
    });
  });

  it('know by name all that count', () => {
    const { tallies } = make();
    tallies.orphans.found('a/too-early');
    for (const name of ['a/x', 'a/y']) tallies.collisions.found(name);
    tallies.refused.found('a/x');
    expect([...tallies.names()]).toEqual(['a/x', 'a/y']);
    tallies.settle('a/x');
    expect([...tallies.names()]).toEqual(['a/y']);
  });

  it('begin and settle together', () => {
    const { tallies, pass } = make();
    tallies.collisions.found('a/x');
    tallies.orphans.found('a/x');
    pass(watchesAgreeMs);
    tallies.orphans.found('a/x');
    pass(watchesAgreeMs);
    tallies.begin();
    tallies.settle('a/x');
    expect(areKnown(tallies.report())).toBe(false);
    pass(2 * watchesAgreeMs);
    expect(tallies.report()).toEqual(nothingOfAnyKind);
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
    expect(areKnown(all)).toBe(false);
    expect(areKnown(nothingOfAnyKind)).toBe(true);
  });

  it('is not known of any kind as long as one cannot say anything', () => {
    const { orphans, collisions } = joinedByKind([nothingOfAnyKind, undefined]);
    expect(orphans).toBeUndefined();
    expect(collisions).toBeUndefined();
  });
});
