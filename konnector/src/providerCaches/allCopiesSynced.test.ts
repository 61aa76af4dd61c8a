import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import { allCopiesSynced } from './allCopiesSynced';

const isKnown = (
  known: (string | undefined)[],
  { namespaced = true, synced = true } = {},
) =>
  allCopiesSynced(
    { consumer: { namespaced } } as Mapping,
    { hasSynced: ({ namespace }) => known.includes(namespace) },
    {
      cache: {
        synced,
        list: () => ['a', 'b', 'unready'].map(name => ({ metadata: { name } })),
      },
      of: (name: string) => (name === 'unready' ? undefined : `x-${name}`),
    } as unknown as ServiceNamespaces,
  );

it('requires the caches of all ready service namespaces', () => {
  expect(isKnown(['x-a', 'x-b'])).toBe(true);
  expect(isKnown(['x-a'])).toBe(false);
  expect(isKnown(['x-a', 'x-b'], { synced: false })).toBe(false);
});

it('requires the one cache of a cluster-scoped API', () => {
  expect(isKnown([undefined], { namespaced: false })).toBe(true);
  expect(isKnown(['x-a', 'x-b'], { namespaced: false })).toBe(false);
});
