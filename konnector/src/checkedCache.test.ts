import { readAPIServiceExport, type APIServiceExport } from '@klutch/bind-api';
import { keyOf, type Cache, type Logger } from '@klutch/kube';
import { thingExport } from './testing/objects';
import { checkedCache } from './checkedCache';

const good = thingExport();
const key = keyOf(good);
const named = (name: string, change: object) =>
  ({
    ...good,
    metadata: { ...good.metadata, name },
    ...change,
  }) as APIServiceExport;
const bad = [
  named('without-spec', { spec: undefined }),
  named('claims', { spec: { ...good.spec, permissionClaims: 'all' } }),
  named('versions', { spec: { ...good.spec, versions: [null] } }),
  named('names', { spec: { ...good.spec, names: undefined } }),
];

function fixture() {
  const objects = new Map([good, ...bad].map(one => [keyOf(one), one]));
  const warned: unknown[] = [];
  const cache = checkedCache<APIServiceExport>(
    {
      get: (wanted: string) => objects.get(wanted),
      list: () => [...objects.values()],
      byIndex: () => [...objects.values()],
    } as unknown as Cache<APIServiceExport>,
    readAPIServiceExport,
    {
      warn: (fields: object) => warned.push(fields),
    } as unknown as Logger,
  );
  return { cache, warned };
}

describe('R01: an invalid object', () => {
  it('is ignored, and valid ones are not affected', () => {
    const { cache } = fixture();
    expect(cache.list()).toEqual([good]);
    expect(cache.byIndex('any', 'value')).toEqual([good]);
    expect(cache.get(key)).toEqual(good);
    expect(cache.get(key)).toBe(cache.get(key));
    expect(cache.get('cluster-x/absent')).toBeUndefined();
    for (const one of bad) expect(cache.get(keyOf(one))).toBeUndefined();
  });

  it('is reported by its key with a reason, and logged once', () => {
    const { cache, warned } = fixture();
    expect([...cache.invalidObjects().keys()]).toEqual(bad.map(keyOf));
    expect(cache.invalidObjects().get('cluster-x/without-spec')).toContain(
      'spec is missing',
    );
    expect(warned).toHaveLength(bad.length);
  });
});
