import fc from 'fast-check';
import { shareStructure } from './structuralSharing';

const copyOf = <T>(value: T): T => structuredClone(value);

describe('shareStructure', () => {
  it('returns the other value when both are equal', () => {
    const other = { spec: { list: [1, { a: 'x' }], none: null } };
    expect(shareStructure(copyOf(other), other)).toBe(other);
  });

  it('shares the equal parts of a different value', () => {
    const other = { spec: { plan: 'big', users: [{ name: 'a' }] }, status: {} };
    const value = { ...copyOf(other), status: { phase: 'Ready' } };
    const shared = shareStructure(value, other);
    expect(shared).toEqual(value);
    expect(shared.spec).toBe(other.spec);
  });

  it('shares the equal items of a different list', () => {
    const other = [{ name: 'a' }, { name: 'b' }];
    const shared = shareStructure([{ name: 'a' }, { name: 'c' }], other);
    expect(shared).toEqual([{ name: 'a' }, { name: 'c' }]);
    expect(shared[0]).toBe(other[0]);
  });

  it('does not return a value with more fields', () => {
    expect(shareStructure({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1 });
    expect(shareStructure([1], [1, 2])).toEqual([1]);
    expect(shareStructure({ a: undefined }, { b: 1 })).toEqual({
      a: undefined,
    });
    expect(shareStructure({}, [])).toEqual({});
    expect(shareStructure('a', undefined)).toBe('a');
  });

  it('always equals the value, and changes neither', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const before = JSON.stringify([value, other]);
        const shared = shareStructure(value, other);
        expect(shared).toEqual(value);
        expect(shareStructure([value, other], [other, value])).toEqual([
          value,
          other,
        ]);
        expect(JSON.stringify([value, other])).toBe(before);
      }),
    );
  });
});
