import type { CacheChange, KubeClient, Namespace } from '@klutch/kube';
import { thing } from '../../testing/objects';
import { createNamespaceTracker } from './namespaceTracker';

const namespace = (uid: string, deletionTimestamp?: string): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'team-a', uid, resourceVersion: '1', deletionTimestamp },
});

/** What the cache tells, and what the cluster answers. */
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
  /** The home of an object of which the cache of objects tells. */
  const namespaceOf = (type: CacheChange<Namespace>['type'], name: string) =>
    tracker.namespaceOf({
      type,
      key: `team-a/${name}`,
      object: thing({ name }),
      source: 'watch',
    });
  /** That of an object that has just come. */
  const trackedNamespace = () => {
    const found = namespaceOf('added', 'new');
    if (!found) throw new Error('There is none.');
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
  it('stays as long as it is there, and nobody deletes it', async () => {
    const { tracker, trackedNamespace, cluster } = namespaceTrackerFixture(
      namespace('n-1'),
    );
    expect(await tracker.fateOf(trackedNamespace())).toBe('exists');
    cluster.namespace = namespace('n-1', 'now');
    expect(await tracker.fateOf(trackedNamespace())).toBe('deleted');
  });

  it('is lost when it is missing, and was never seen terminating', async () => {
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
    ['the cache has told so', true],
    ['it was read so', false],
  ])('was deleted when it was terminating: %s', async (_what, isReported) => {
    const { tracker, trackedNamespace, cluster, change } =
      namespaceTrackerFixture(namespace('n-1'));
    const before = trackedNamespace();
    const going = namespace('n-1', 'now');
    if (isReported) change('updated', going);
    else {
      cluster.namespace = going;
      await tracker.fateOf(before);
    }
    cluster.namespace = undefined;
    expect(await tracker.fateOf(before)).toBe('deleted');
  });

  it('is another one when it was made anew, for better or worse', async () => {
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
    // What is said of a successor says nothing of it.
    cluster.namespace = namespace('n-3', 'now');
    expect(await tracker.fateOf(first)).toBe('missing');
  });

  it('stays when a backup from before its end has come back', async () => {
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

  it('is the one in which the object lived, whatever has its name now', () => {
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
    // Made anew, it lives in the other one.
    namespaceOf('added', 'b');
    expect(namespaceOf('deleted', 'b')?.uid).toBe('n-2');
  });

  it('may be the successor of one that goes when the object has come just now', () => {
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

  it('is not followed any more after the end', () => {
    const { stop, listeners } = namespaceTrackerFixture();
    expect(listeners.size).toBe(1);
    stop.abort();
    expect(listeners.size).toBe(0);
  });
});
