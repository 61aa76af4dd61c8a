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
  const homes = createNamespaceTracker({
    namespaces: {
      list: () => known,
      subscribe: told => {
        listeners.add(told);
        return () => void listeners.delete(told);
      },
    },
    client: { get: (async () => cluster.namespace) as KubeClient['get'] },
    signal: stop.signal,
  });
  const change = (type: CacheChange<Namespace>['type'], object: Namespace) =>
    listeners.forEach(told =>
      told({ type, key: 'team-a', object, source: 'watch' }),
    );
  /** The home of an object of which the cache of objects tells. */
  const homeOf = (type: CacheChange<Namespace>['type'], name: string) =>
    homes.namespaceOf({
      type,
      key: `team-a/${name}`,
      object: thing({ name }),
      source: 'watch',
    });
  /** That of an object that has just come. */
  const home = () => {
    const found = homeOf('added', 'new');
    if (!found) throw new Error('There is none.');
    return found;
  };
  return { cluster, homes, home, homeOf, change, stop, listeners };
}

describe('the namespace of an object', () => {
  it('stays as long as it is there, and nobody deletes it', async () => {
    const { homes, home, cluster } = namespaceTrackerFixture(namespace('n-1'));
    expect(await homes.fateOf(home())).toBe('stays');
    cluster.namespace = namespace('n-1', 'now');
    expect(await homes.fateOf(home())).toBe('deleted');
  });

  it('is lost when it is missing, and was never seen terminating', async () => {
    const { homes, home, homeOf, cluster, change } = namespaceTrackerFixture(namespace('n-1'));
    const before = home();
    cluster.namespace = undefined;
    expect(await homes.fateOf(before)).toBe('lost');
    change('deleted', namespace('n-1'));
    expect(homeOf('added', 'a')).toBeUndefined();
    expect(await homes.fateOf(before)).toBe('lost');
  });

  it.each([
    ['the cache has told so', true],
    ['it was read so', false],
  ])('was deleted when it was terminating: %s', async (_what, told) => {
    const { homes, home, cluster, change } = namespaceTrackerFixture(namespace('n-1'));
    const before = home();
    const going = namespace('n-1', 'now');
    if (told) change('updated', going);
    else {
      cluster.namespace = going;
      await homes.fateOf(before);
    }
    cluster.namespace = undefined;
    expect(await homes.fateOf(before)).toBe('deleted');
  });

  it('is another one when it was made anew, for better or worse', async () => {
    const { homes, home, cluster, change } = namespaceTrackerFixture(namespace('n-1'));
    const first = home();
    cluster.namespace = namespace('n-2');
    change('deleted', namespace('n-1'));
    change('added', namespace('n-2'));
    expect(await homes.fateOf(first)).toBe('lost');
    const second = home();
    change('deleted', namespace('n-2', 'now'));
    cluster.namespace = namespace('n-3');
    expect(await homes.fateOf(second)).toBe('deleted');
    expect(await homes.fateOf(first)).toBe('lost');
    // What is said of a successor says nothing of it.
    cluster.namespace = namespace('n-3', 'now');
    expect(await homes.fateOf(first)).toBe('lost');
  });

  it('stays when a backup from before its end has come back', async () => {
    const { homes, home, cluster, change } = namespaceTrackerFixture(namespace('n-1', 'now'));
    const before = home();
    expect(before.isTerminating).toBe(true);
    cluster.namespace = namespace('n-1');
    expect(await homes.fateOf(before)).toBe('stays');
    change('updated', namespace('n-1', 'now'));
    change('updated', namespace('n-1'));
    cluster.namespace = undefined;
    expect(await homes.fateOf(before)).toBe('lost');
  });

  it('is the one in which the object lived, whatever has its name now', () => {
    const { homeOf, change } = namespaceTrackerFixture(namespace('n-1'));
    homeOf('added', 'a');
    homeOf('added', 'b');
    change('deleted', namespace('n-1', 'now'));
    expect(homeOf('deleted', 'a')).toMatchObject({ uid: 'n-1', isGoing: true });
    change('added', namespace('n-2'));
    expect(homeOf('updated', 'b')?.uid).toBe('n-1');
    expect(homeOf('deleted', 'b')?.uid).toBe('n-1');
    // Made anew, it lives in the other one.
    homeOf('added', 'b');
    expect(homeOf('deleted', 'b')?.uid).toBe('n-2');
  });

  it('may be the successor of one that goes when the object has come just now', () => {
    const { homeOf, change } = namespaceTrackerFixture(namespace('n-1', 'now'));
    homeOf('added', 'a');
    homeOf('added', 'b');
    change('deleted', namespace('n-1', 'now'));
    change('added', namespace('n-2'));
    homeOf('updated', 'a');
    expect(homeOf('deleted', 'a')?.uid).toBe('n-2');
    expect(homeOf('deleted', 'b')?.uid).toBe('n-2');
  });

  it('is not followed any more after the end', () => {
    const { stop, listeners } = namespaceTrackerFixture();
    expect(listeners.size).toBe(1);
    stop.abort();
    expect(listeners.size).toBe(0);
  });
});
