import { applyMergePatch } from '../testing/__testUtils__/applyMergePatch';
import { covers, hashOf, mergePatchBetween } from './projection';

describe('covers', () => {
  it('ignores fields that only the live object has', () => {
    expect(
      covers(
        { spec: { plan: 's', resourceRef: { name: 'x' } }, status: {} },
        { spec: { plan: 's' } },
      ),
    ).toBe(true);
  });

  it('detects a changed, a missing and an emptied field', () => {
    expect(covers({ a: 1 }, { a: 2 })).toBe(false);
    expect(covers({}, { a: 1 })).toBe(false);
    expect(covers({ a: 'x' }, { a: {} })).toBe(false);
  });

  it('compares lists item by item and by length', () => {
    expect(covers([{ a: 1, b: 2 }], [{ a: 1 }])).toBe(true);
    expect(covers([1, 2], [1])).toBe(false);
    expect(covers([2, 1], [1, 2])).toBe(false);
  });

  it('distinguishes null from absent', () => {
    expect(covers({}, { a: null })).toBe(false);
    expect(covers({ a: null }, { a: null })).toBe(true);
  });
});

describe('hashOf', () => {
  it('does not depend on the order of keys', () => {
    expect(hashOf({ a: 1, b: { c: 2, d: 3 } })).toBe(
      hashOf({ b: { d: 3, c: 2 }, a: 1 }),
    );
  });

  it('depends on values and on the order of lists', () => {
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: '1' }));
  });
});

describe('mergePatchBetween', () => {
  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }],
    [{ a: [1] }, { a: [1, 2] }],
    [{ a: { b: 1 } }, { a: 'x' }],
    [{ a: 'x' }, { a: { b: 1 } }],
    [{}, { a: { b: { c: [] } } }],
  ])('turns %j into %j', (current, desired) => {
    const patch = mergePatchBetween(current, desired) ?? {};
    expect(applyMergePatch(current, patch)).toEqual(desired);
  });

  it('is undefined when nothing differs, also for null and absent', () => {
    expect(
      mergePatchBetween({ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }),
    ).toBeUndefined();
    expect(mergePatchBetween({}, { a: null })).toBeUndefined();
    expect(mergePatchBetween({ a: null }, {})).toBeUndefined();
  });
});
