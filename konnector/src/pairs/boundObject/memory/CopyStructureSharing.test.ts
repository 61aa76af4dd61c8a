import fc from 'fast-check';
import type { Unstructured } from '@klutch/kube';
import { thing } from '../../../testing/objects';
import { CopyStructureSharing, shareStructure } from './CopyStructureSharing';

const spec = () => ({ spec: { size: 'large' } });

/** The caches of both clusters. */
function sharing() {
  const cached: { object?: Unstructured; copy?: Unstructured } = {};
  const structureSharing = new CopyStructureSharing({
    mapping: {
      locate: key => ({
        at: 'ready',
        key: { ...key, namespace: 'service' },
      }),
      consumerKeyAt: ({ namespace, name }) =>
        namespace === 'service' ? `team-a/${name}` : undefined,
    },
    object: () => cached.object,
    copies: () => ({ get: () => cached.copy }),
  });
  return { structureSharing, cached };
}

it('a copy shares parts with its object, and an object with its copy', () => {
  const { structureSharing, cached } = sharing();
  const object = structureSharing.shareObject(thing({}, spec()));
  cached.object = object;
  const copy = structureSharing.shareCopy(
    thing({ namespace: 'service' }, spec()),
  );
  expect(copy.spec).toBe(object.spec);
  cached.copy = copy;
  const newer = structureSharing.shareObject(
    thing({ resourceVersion: '2' }, spec()),
  );
  expect(newer.spec).toBe(copy.spec);
});

it('does not change copies that map to no object', () => {
  const { structureSharing, cached } = sharing();
  cached.object = thing({}, spec());
  const copy = thing({ namespace: 'elsewhere' }, spec());
  expect(structureSharing.shareCopy(copy)).toBe(copy);
});

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

  it('always equals the value, and does not change the other one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const [valueBefore, otherBefore] = [copyOf(value), copyOf(other)];
        expect(shareStructure(copyOf(value), other)).toEqual(valueBefore);
        expect(
          shareStructure([copyOf(value), copyOf(other)], [other, value]),
        ).toEqual([valueBefore, otherBefore]);
        expect([value, other]).toEqual([valueBefore, otherBefore]);
      }),
    );
  });
});
