import type { CacheChange, KubeClient, Namespace } from '@klutch/kube';
import { thing } from '../../../testing/objects';
import { createNamespaceTracker } from './namespaceTracker';

const namespace = (uid: string, deletionTimestamp?: string): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'team-a', uid, resourceVersion: '1', deletionTimestamp },
});

/** A tracker with a fake cache and a fake cluster; `known` are the namespaces of the cache. */
function namespaceTrackerFixture(...known: Namespace[]) {
  const listeners = new Set<(change: CacheChange<Namespace>) => void>();
  const cluster: { namespace?: Namespace } = { namespace: known[0] };
  const stop = new AbortController();
  const tracker = createNamespaceTracker({
    namespaces: {
      list: () => known,
      subscribe: listener => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    client: { get: (async () => cluster.namespace) as KubeClient['get'] },
    signal: stop.signal,
  });
  const change = (type: CacheChange<Namespace>['type'], object: Namespace) =>
    listeners.forEach(listener =>
      listener({ type, key: 'team-a', object, source: 'watch' }),
    );
  /** The namespace of an object after a change of the object. */
  const namespaceOf = (type: CacheChange<Namespace>['type'], name: string) =>
    tracker.namespaceOf({
      type,
      key: `team-a/${name}`,
      object: thing({ name }),
      source: 'watch',
    });
  /** The namespace of a new object. */
  const trackedNamespace = () => {
    const found = namespaceOf('added', 'new');
    if (!found) throw new Error('The object has no namespace.');
    return found;
  };
  return {
    cluster,
    tracker,
    trackedNamespace,
    namespaceOf,
    change,
    stop,
    listeners,
  };
}

describe('the namespace of an object', () => {
  it('exists until a client deletes it', async () => {
    const { tracker, trackedNamespace, cluster } = namespaceTrackerFixture(
      namespace('n-1'),
    );
    expect(await tracker.fateOf(trackedNamespace())).toBe('exists');
    cluster.namespace = namespace('n-1', 'now');
    expect(await tracker.fateOf(trackedNamespace())).toBe('deleted');
  });

  it('is missing when it is gone and was never observed terminating', async () => {
    const { tracker, trackedNamespace, namespaceOf, cluster, change } =
      namespaceTrackerFixture(namespace('n-1'));
    const before = trackedNamespace();
    cluster.namespace = undefined;
    expect(await tracker.fateOf(before)).toBe('missing');
    change('deleted', namespace('n-1'));
    expect(namespaceOf('added', 'a')).toBeUndefined();
    expect(await tracker.fateOf(before)).toBe('missing');
  });

  it.each([
    ['reported by the cache', true],
    ['read live', false],
  ])('is deleted when it was terminating: %s', async (_what, isReported) => {
    const { tracker, trackedNamespace, cluster, change } =
      namespaceTrackerFixture(namespace('n-1'));
    const before = trackedNamespace();
    const terminating = namespace('n-1', 'now');
    if (isReported) change('updated', terminating);
    else {
      cluster.namespace = terminating;
      await tracker.fateOf(before);
    }
    cluster.namespace = undefined;
    expect(await tracker.fateOf(before)).toBe('deleted');
  });

  it('is distinguished from a recreated namespace of the same name', async () => {
    const { tracker, trackedNamespace, cluster, change } =
      namespaceTrackerFixture(namespace('n-1'));
    const first = trackedNamespace();
    cluster.namespace = namespace('n-2');
    change('deleted', namespace('n-1'));
    change('added', namespace('n-2'));
    expect(await tracker.fateOf(first)).toBe('missing');
    const second = trackedNamespace();
    change('deleted', namespace('n-2', 'now'));
    cluster.namespace = namespace('n-3');
    expect(await tracker.fateOf(second)).toBe('deleted');
    expect(await tracker.fateOf(first)).toBe('missing');
    // The state of a successor does not change the state of the first namespace.
    cluster.namespace = namespace('n-3', 'now');
    expect(await tracker.fateOf(first)).toBe('missing');
  });

  it('exists again when a backup from before its deletion is restored', async () => {
    const { tracker, trackedNamespace, cluster, change } =
      namespaceTrackerFixture(namespace('n-1', 'now'));
    const before = trackedNamespace();
    expect(before.isTerminating).toBe(true);
    cluster.namespace = namespace('n-1');
    expect(await tracker.fateOf(before)).toBe('exists');
    change('updated', namespace('n-1', 'now'));
    change('updated', namespace('n-1'));
    cluster.namespace = undefined;
    expect(await tracker.fateOf(before)).toBe('missing');
  });

  it('is the one that contained the object, even after it was recreated', () => {
    const { namespaceOf, change } = namespaceTrackerFixture(namespace('n-1'));
    namespaceOf('added', 'a');
    namespaceOf('added', 'b');
    change('deleted', namespace('n-1', 'now'));
    expect(namespaceOf('deleted', 'a')).toMatchObject({
      uid: 'n-1',
      isTerminating: true,
    });
    change('added', namespace('n-2'));
    expect(namespaceOf('updated', 'b')?.uid).toBe('n-1');
    expect(namespaceOf('deleted', 'b')?.uid).toBe('n-1');
    // The recreated object belongs to the second namespace.
    namespaceOf('added', 'b');
    expect(namespaceOf('deleted', 'b')?.uid).toBe('n-2');
  });

  it('is the successor of a terminating one for an object that appeared meanwhile', () => {
    const { namespaceOf, change } = namespaceTrackerFixture(
      namespace('n-1', 'now'),
    );
    namespaceOf('added', 'a');
    namespaceOf('added', 'b');
    change('deleted', namespace('n-1', 'now'));
    change('added', namespace('n-2'));
    namespaceOf('updated', 'a');
    expect(namespaceOf('deleted', 'a')?.uid).toBe('n-2');
    expect(namespaceOf('deleted', 'b')?.uid).toBe('n-2');
  });

  it('is not watched after the signal aborts', () => {
    const { stop, listeners } = namespaceTrackerFixture();
    expect(listeners.size).toBe(1);
    stop.abort();
    expect(listeners.size).toBe(0);
  });
});
