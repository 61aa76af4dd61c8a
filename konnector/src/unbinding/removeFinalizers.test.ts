import { ApiError, type KubeClient, type Unstructured } from '@klutch/kube';
import { thing } from '../testing/objects';
import { removeFinalizers } from './removeFinalizers';

const things = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const finalizers = ['klutch.anynines.com/syncer'];
const many = (count: number, metadata: Unstructured['metadata'] = {}) =>
  Array.from({ length: count }, (_, index) =>
    thing({ name: `t-${index}`, finalizers, ...metadata }),
  );

/** An app cluster with objects, in pages of 500. */
function fixture(
  objects: Unstructured[],
  patched: (name: string, times: number) => void = () => undefined,
) {
  const store = new Map(objects.map(one => [one.metadata.name ?? '', one]));
  const times = new Map<string, number>();
  const seen = { atOnce: 0, most: 0, lists: 0 };
  const client = {
    async *listPages() {
      seen.lists += 1;
      const all = [...store.values()];
      for (let at = 0; at < all.length; at += 500) {
        yield { items: all.slice(at, at + 500), resourceVersion: '1' };
      }
    },
    get: async (_resource: unknown, { name }: { name: string }) =>
      store.get(name),
    async mergePatch(
      _resource: unknown,
      { name }: { name: string },
      { metadata }: Unstructured,
    ) {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await Promise.resolve();
      seen.atOnce -= 1;
      times.set(name, (times.get(name) ?? 0) + 1);
      patched(name, times.get(name) ?? 0);
      const before = store.get(name)!;
      const after = thing({
        ...before.metadata,
        finalizers: metadata.finalizers,
      });
      if (before.metadata.deletionTimestamp) store.delete(name);
      else store.set(name, after);
      return after;
    },
  } as unknown as KubeClient;
  return { client, store, seen };
}

const quiet = {
  progress: async () => undefined,
  signal: new AbortController().signal,
};

describe('removeFinalizers', () => {
  it('removes the finalizers of thousands, a few at a time, and reports the progress', async () => {
    const { client, store, seen } = fixture(many(1_200));
    const reported: number[] = [];
    const progress = async (removed: number) => void reported.push(removed);
    expect(await removeFinalizers(client, things, { ...quiet, progress })).toBe(
      1_200,
    );
    expect(
      [...store.values()].flatMap(({ metadata }) => metadata.finalizers),
    ).toEqual([]);
    expect(seen.most).toBe(8);
    expect(reported).toEqual([500, 1_000, 1_200]);
  });

  it('does not count objects that are deleted with the finalizer', async () => {
    const { client } = fixture(many(3, { deletionTimestamp: '2026-01-01' }));
    expect(await removeFinalizers(client, things, quiet)).toBe(0);
  });

  it('repeats until it finds none: one may be added meanwhile', async () => {
    const { client, store } = fixture(many(2), (name, times) => {
      if (name === 't-0' && times === 1) {
        store.set('late', thing({ name: 'late', finalizers }));
      }
    });
    expect(await removeFinalizers(client, things, quiet)).toBe(3);
    expect(store.get('late')?.metadata.finalizers).toEqual([]);
  });

  it('retries after conflicts, and not endlessly', async () => {
    const conflict = new ApiError({
      code: 409,
      reason: 'Conflict',
      message: 'changed',
    });
    const { client } = fixture(many(1), (_name, times) => {
      if (times < 3) throw conflict;
    });
    expect(await removeFinalizers(client, things, quiet)).toBe(1);
    const never = fixture(many(1), () => {
      throw conflict;
    });
    await expect(
      removeFinalizers(never.client, things, quiet),
    ).rejects.toMatchObject({
      blocked: [{ object: 'team-a/t-0', cause: conflict }],
    });
  });

  it('removes all other finalizers when some are rejected, and names those', async () => {
    const denied = new ApiError({
      code: 403,
      reason: 'Forbidden',
      message: 'admission webhook "x" denied the request: not now',
    });
    const { client, store } = fixture(many(1_200), name => {
      if (['t-3', 't-700'].includes(name)) throw denied;
    });
    const reported: number[] = [];
    const progress = async (removed: number) => void reported.push(removed);
    await expect(
      removeFinalizers(client, things, { ...quiet, progress }),
    ).rejects.toMatchObject({
      blocked: [
        { object: 'team-a/t-3', cause: denied },
        { object: 'team-a/t-700', cause: denied },
      ],
    });
    const withFinalizer = [...store.values()].filter(
      ({ metadata }) => metadata.finalizers?.length,
    );
    expect(withFinalizer.map(({ metadata }) => metadata.name)).toEqual([
      't-3',
      't-700',
    ]);
    expect(reported).toEqual([499, 998, 1_198]);
  });

  it('ends immediately when no finalizer can be removed, and no request is running then', async () => {
    const forbidden = new ApiError({
      code: 403,
      reason: 'Forbidden',
      message: 'User "konnector" cannot patch resource "things"',
    });
    let asked = 0;
    const { client } = fixture(many(1_200), () => {
      asked += 1;
      throw forbidden;
    });
    await expect(removeFinalizers(client, things, quiet)).rejects.toMatchObject(
      {
        blocked: [{ cause: forbidden }],
      },
    );
    expect(asked).toBe(8);
    await new Promise(setImmediate);
    expect(asked).toBe(8);
  });

  it('lists once when there is nothing to do', async () => {
    const { client, seen } = fixture([]);
    expect(await removeFinalizers(client, things, quiet)).toBe(0);
    expect(seen.lists).toBe(1);
  });

  it('ends between two pages when the konnector does', async () => {
    const stop = new AbortController();
    const { client, store } = fixture(many(1_200));
    const progress = async () => stop.abort(new Error('stopped'));
    await expect(
      removeFinalizers(client, things, { progress, signal: stop.signal }),
    ).rejects.toThrow('stopped');
    expect(
      [...store.values()].filter(({ metadata }) => metadata.finalizers?.length),
    ).toHaveLength(700);
  });
});
