import type { KubeObject } from '@klutch/kube';
import { syncedTypesOf, withSyncedType } from './syncedTypes';

const key = 'klutch.anynines.com/synced-types';
const noting = (text?: string): KubeObject => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceNamespace',
  metadata: {
    name: 'team-a',
    ...(text !== undefined && { annotations: { [key]: text } }),
  },
});
const namesOf = (text?: string) => {
  const types = syncedTypesOf(noting(text));
  return types && [...types];
};
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `t${index}.example.com`).join(
    ',',
  );

describe('syncedTypesOf', () => {
  it('does not know what was synced where nothing was noted', () => {
    expect(namesOf()).toEqual(['unknown-before']);
    expect(namesOf('secrets,unknown-before')).toContain('unknown-before');
  });

  it('is empty where somebody says that there was none', () => {
    expect(namesOf('')).toEqual([]);
  });

  it('reads names, also as a person writes them', () => {
    expect(namesOf('secrets, things.example.com,')).toEqual([
      'secrets',
      'things.example.com',
    ]);
  });

  it.each([
    'Things.example.com',
    'things.example.com/v1',
    '{"things":1}',
    'a b',
    `${'a'.repeat(254)}`,
    many(201),
  ])('cannot read %s', text => {
    expect(namesOf(text)).toBeUndefined();
  });
});

describe('withSyncedType', () => {
  it('adds a type once, and forgets none', () => {
    expect(withSyncedType(noting(''), 'secrets')).toEqual({ [key]: 'secrets' });
    expect(withSyncedType(noting('things.example.com'), 'secrets')).toEqual({
      [key]: 'secrets,things.example.com',
    });
    expect(withSyncedType(noting('secrets'), 'secrets')).toBeUndefined();
  });

  it('says that there may be others where it is the first note', () => {
    expect(withSyncedType(noting(), 'secrets')).toEqual({
      [key]: 'secrets,unknown-before',
    });
  });

  it('leaves alone what it cannot read', () => {
    expect(withSyncedType(noting('?'), 'secrets')).toBeUndefined();
  });

  it('notes one type more than can be read, so that the rest is not taken for all', () => {
    const full = noting(many(200));
    const [text] = Object.values(withSyncedType(full, 'secrets') ?? {});
    expect(namesOf(many(200))).toHaveLength(200);
    expect(namesOf(text)).toBeUndefined();
  });
});
