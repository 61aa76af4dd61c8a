import type { Cache, CacheChange, Namespace } from '@klutch/kube';
import { thing } from '../testing/objects';
import {
  namespaceUidOf,
  isNamespaceMissing,
  onNamespaceAdded,
} from './appClusterNamespaces';

const cacheOf = (...objects: Namespace[]): Pick<Cache<Namespace>, 'get'> => ({
  get: key => objects.find(({ metadata }) => metadata.name === key),
});
const team = (metadata: Namespace['metadata'] = {}): Namespace =>
  thing({
    namespace: undefined,
    name: 'team-a',
    uid: 'namespace-uid',
    ...metadata,
  });
const where = { namespace: 'team-a', name: 'db' };

it('cluster-scoped objects need no namespace', () => {
  expect(namespaceUidOf(cacheOf(), { name: 'db' })).toBeUndefined();
  expect(isNamespaceMissing(cacheOf(), { name: 'db' })).toBe(false);
});

it('a missing or terminating namespace counts as none', () => {
  expect(namespaceUidOf(cacheOf(team()), where)).toBe('namespace-uid');
  expect(isNamespaceMissing(cacheOf(team()), where)).toBe(false);
  const terminating = team({ deletionTimestamp: 'x' });
  for (const cache of [cacheOf(), cacheOf(terminating)]) {
    expect(namespaceUidOf(cache, where)).toBeUndefined();
    expect(isNamespaceMissing(cache, where)).toBe(true);
  }
});

it('reports a recreated namespace, until the signal aborts', () => {
  const listeners = new Set<(change: CacheChange<Namespace>) => void>();
  const stop = new AbortController();
  const added: string[] = [];
  onNamespaceAdded(
    {
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    name => void added.push(name),
    stop.signal,
  );
  const notify = (type: CacheChange<Namespace>['type']) =>
    listeners.forEach(listener =>
      listener({ type, key: 'team-a', object: team(), source: 'watch' }),
    );
  notify('updated');
  notify('deleted');
  expect(added).toEqual([]);
  notify('added');
  expect(added).toEqual(['team-a']);
  stop.abort();
  expect(listeners.size).toBe(0);
});
