import fc from 'fast-check';
import { thing } from '../../../testing/objects';
import {
  CopyStructureSharing,
  PartialList,
  shareStructure,
} from './CopyStructureSharing';

const open = () =>
  new CopyStructureSharing({
    mapping: {
      locate: () => ({ at: 'waiting', why: 'not yet' }),
      consumerKeyAt: ({ namespace, name }) =>
        namespace === 'service' ? `team-a/${name}` : undefined,
    },
    object: () => undefined,
    copies: () => ({ hasSynced: () => false, get: () => undefined }),
  });
const spec = () => ({ spec: { size: 'large' } });
const copyIn = (namespace: string) => thing({ namespace }, spec());

it('shares with listed objects and copies, until the caches show them', () => {
  const structureSharing = open();
  const object = structureSharing.shareObject(thing({}, spec()));
  expect(structureSharing.shareCopy(copyIn('service')).spec).toBe(object.spec);
  structureSharing.stopBuffering();
  expect(structureSharing.shareCopy(copyIn('service')).spec).not.toBe(
    object.spec,
  );
});

it('does not change copies that map to no object', () => {
  const structureSharing = open();
  structureSharing.shareObject(thing({}, spec()));
  const copy = copyIn('elsewhere');
  expect(structureSharing.shareCopy(copy)).toBe(copy);
});

it('forgets one namespace, and no other', () => {
  const object = thing();
  const listed = new PartialList();
  for (const key of ['team/a', 'team/b', 'other/a', 'a']) {
    listed.add(key, object);
  }
  listed.forget('team');
  expect(listed.get('team/a')).toBeUndefined();
  expect(listed.get('team/b')).toBeUndefined();
  expect(listed.get('other/a')).toBe(object);
  listed.forget('');
  expect(listed.get('a')).toBeUndefined();
  expect(listed.get('other/a')).toBe(object);
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
