import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
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

it('needs the content of each service namespace that is ready', () => {
  expect(isKnown(['x-a', 'x-b'])).toBe(true);
  expect(isKnown(['x-a'])).toBe(false);
  expect(isKnown(['x-a', 'x-b'], { synced: false })).toBe(false);
});

it('needs all copies of a cluster-scoped API', () => {
  expect(isKnown([undefined], { namespaced: false })).toBe(true);
  expect(isKnown(['x-a', 'x-b'], { namespaced: false })).toBe(false);
});
