import type { APIServiceNamespace } from '@klutch/bind-api';
import {
  ApiError,
  type Cache,
  type CacheChange,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { SyncedTypeRecords } from './SyncedTypeRecords';

const annotation = 'klutch.anynines.com/synced-types';
const answer = (code: number, reason: string) =>
  new ApiError({ code, reason, message: reason });
const conflict = answer(409, 'Conflict');
const forbidden = answer(403, 'Forbidden');

/** A cluster namespace with one APIServiceNamespace, `team-a`, and a cache that shows it on demand. */
function fixture(options: { noted?: string; answers?: Error[] } = {}) {
  const answers = options.answers ?? [];
  let version = 1;
  let live: APIServiceNamespace | undefined = {
    apiVersion: 'klutch.anynines.com/v1alpha1',
    kind: 'APIServiceNamespace',
    metadata: {
      name: 'team-a',
      namespace: 'x',
      uid: 'u1',
      resourceVersion: '1',
      annotations: { [annotation]: options.noted ?? '' },
    },
  };
  let cached = live;
  let at = 0;
  const writes: (string | undefined)[] = [];
  const warnings: string[] = [];
  const listeners: ((change: CacheChange<APIServiceNamespace>) => void)[] = [];
  const client = {
    get: async () => live && structuredClone(live),
    async mergePatch(
      _resource: unknown,
      _key: unknown,
      { metadata }: APIServiceNamespace,
    ) {
      writes.push(metadata.annotations?.[annotation]);
      const failure = answers.shift();
      if (failure) throw failure;
      const { uid, resourceVersion = live?.metadata.resourceVersion } =
        metadata;
      if (
        live?.metadata.resourceVersion !== resourceVersion ||
        live?.metadata.uid !== uid ||
        !live
      ) {
        throw conflict;
      }
      version += 1;
      live.metadata = {
        ...live.metadata,
        resourceVersion: `${version}`,
        annotations: { ...live.metadata.annotations, ...metadata.annotations },
      };
      return live;
    },
    canI: async () => !answers.includes(forbidden),
  } as unknown as KubeClient;
  const cache = {
    get: (key: string) => (key === 'x/team-a' ? cached : undefined),
    subscribe: (listener: (typeof listeners)[number]) =>
      void listeners.push(listener),
  } as unknown as Cache<APIServiceNamespace>;
  const record = new SyncedTypeRecords({
    client,
    cache,
    clusterNamespace: 'x',
    logger: {
      warn: (_fields: object, text: string) => void warnings.push(text),
    } as unknown as Logger,
    now: () => at,
  });
  return {
    record,
    writes,
    warnings,
    /** Delivers the present object to the cache. */
    show(type: 'updated' | 'deleted' = 'updated') {
      const object = live;
      if (!object) return;
      cached = structuredClone(object);
      listeners.forEach(notify =>
        notify({ type, key: 'x/team-a', object, source: 'watch' }),
      );
    },
    later: (ms: number) => void (at += ms),
    gone: () => void (live = undefined),
  };
}

describe('SyncedTypeRecords', () => {
  it('records each type once for many callers, and before the watch shows it', async () => {
    const { record, writes } = fixture();
    await Promise.all(
      Array.from({ length: 20 }, () => record.record('team-a', 'a.b')),
    );
    expect(record.record('team-a', 'a.b')).toBeUndefined();
    await record.record('team-a', 'secrets');
    expect(writes).toEqual(['a.b', 'a.b,secrets']);
  });

  it('writes nothing that is recorded already, and nothing when the watch has shown it', async () => {
    const { record, writes, show } = fixture({ noted: 'a.b' });
    expect(record.record('team-a', 'a.b')).toBeUndefined();
    await record.record('team-a', 'secrets');
    show();
    expect(record.record('team-a', 'secrets')).toBeUndefined();
    expect(writes).toEqual(['a.b,secrets']);
  });

  it('loses no type to a concurrent record of another type', async () => {
    const { record, writes } = fixture();
    await Promise.all([
      record.record('team-a', 'a.b'),
      record.record('team-a', 'c.d'),
    ]);
    expect(writes.at(-1)).toBe('a.b,c.d');
  });

  it('does not change an invalid record, nor a missing object', async () => {
    const { record, writes, gone } = fixture({ noted: '???' });
    expect(record.record('team-a', 'a.b')).toBeUndefined();
    expect(record.record('elsewhere', 'a.b')).toBeUndefined();
    expect(writes).toEqual([]);
    const fresh = fixture();
    fresh.gone();
    await fresh.record.record('team-a', 'a.b');
    expect(fresh.writes).toEqual([]);
    gone();
  });

  it('throws a transient error, and retries', async () => {
    const busy = answer(503, 'busy');
    const { record, writes, later } = fixture({ answers: [busy] });
    await expect(record.record('team-a', 'a.b')).rejects.toBe(busy);
    expect([...record.unrecorded('team-a')]).toEqual([]);
    await expect(record.record('team-a', 'c.d')).rejects.toBe(busy);
    expect(writes).toEqual(['a.b']);
    later(100);
    await record.record('team-a', 'a.b');
    await record.record('team-a', 'c.d');
    expect(writes).toEqual(['a.b', 'a.b', 'a.b,c.d']);
  });

  it.each([422, 500])('throws, too, when a webhook answers %i', async code => {
    const { record, warnings } = fixture({ answers: [answer(code, 'no')] });
    await expect(record.record('team-a', 'a.b')).rejects.toThrow('no');
    expect([...record.unrecorded('team-a')]).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('until it is')]);
  });

  it('continues without the right, logs it once, and returns the unrecorded types', async () => {
    const { record, writes, warnings, later } = fixture({
      answers: [forbidden, forbidden],
    });
    await record.record('team-a', 'a.b');
    expect(record.record('team-a', 'c.d')).toBeUndefined();
    expect([...record.unrecorded('team-a')]).toEqual(['a.b', 'c.d']);
    expect(await record.canRecord()).toBe(false);
    later(600_000);
    await record.record('team-a', 'a.b');
    expect(writes).toHaveLength(2);
    expect(warnings).toEqual([expect.stringContaining('verb patch')]);
  });

  it('records missing types once it has the right', async () => {
    const { record, warnings, later } = fixture({ answers: [forbidden] });
    await record.record('team-a', 'a.b');
    later(600_000);
    await record.record('team-a', 'a.b');
    expect([...record.unrecorded('team-a')]).toEqual([]);
    expect(await record.canRecord()).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  it('forgets a deleted service namespace', async () => {
    const { record, show } = fixture({ answers: [forbidden] });
    await record.record('team-a', 'a.b');
    show('deleted');
    expect([...record.unrecorded('team-a')]).toEqual([]);
  });
});
