/** Detects objects that the garbage collector may have deleted because their owner was deleted with its type. */
import { ApiError, type KubeObject } from '@klutch/kube';
import { thing } from '../testing/objects';
import { lostOwner, type OwnerReader } from './lostOwner';

const notFound = new ApiError({ code: 404, reason: 'NotFound', message: 'x' });
const made = '2026-01-01T00:00:00Z';
const owned = (apiVersion = 'example.com/v1', kind = 'App') =>
  thing({
    creationTimestamp: made,
    ownerReferences: [{ apiVersion, kind, name: 'shop', uid: 'o1' }],
  });
const crdMade = (creationTimestamp: string, metadata = {}) =>
  thing({ name: 'apps.example.com', creationTimestamp, ...metadata });
const before = '2025-12-31T23:59:59Z';

/** A cluster that serves one type, possibly defined by a CRD. */
function cluster({
  crd,
  serves,
  owner,
}: {
  crd?: KubeObject;
  serves: boolean;
  /** The owner, or the error of reading it. */
  owner?: KubeObject | Error;
}) {
  const asked: string[] = [];
  const client = {
    async get(_resource: unknown, { name }: { name: string }) {
      asked.push(name);
      if (name !== 'shop') return crd;
      if (owner instanceof Error) throw owner;
      return owner;
    },
    async raw(_method: string, path: string) {
      asked.push(path);
      if (!serves) throw notFound;
      return { versions: [{ version: 'v2' }, { version: 'v1' }] };
    },
    async discover(_group: string, version: string) {
      const plural = version === 'v1' ? 'apps' : 'others';
      return [{ plural, kind: version === 'v1' ? 'App' : 'Other' }];
    },
  } as unknown as OwnerReader;
  return { asked, client };
}

describe('an owner of an object that is being deleted', () => {
  it('is not lost while its type exists, regardless of the version', async () => {
    const { client, asked } = cluster({ crd: crdMade(before), serves: true });
    const object = owned('example.com/v1beta1');
    expect(await lostOwner(client, object)).toBeUndefined();
    expect(asked).toEqual(['/apis/example.com', 'apps.example.com', 'shop']);
  });

  it('is lost when it was recreated, as by a restore: it has another UID', async () => {
    const existing = { crd: crdMade(before), serves: true };
    const restored = cluster({ ...existing, owner: thing({ uid: 'o2' }) });
    expect(await lostOwner(restored.client, owned())).toBe('App "shop"');
    const forbidden = new ApiError({ code: 403, reason: 'x', message: 'no' });
    for (const owner of [thing({ uid: 'o1' }), undefined, forbidden]) {
      const { client } = cluster({ ...existing, owner });
      expect(await lostOwner(client, owned())).toBeUndefined();
    }
  });

  it.each([
    ['is not served', { serves: false }],
    ['has just lost its CRD', { serves: true }],
    [
      'is being deleted',
      { crd: crdMade(before, { deletionTimestamp: 'x' }), serves: true },
    ],
    [
      'was recreated during the lifetime of the object',
      { crd: crdMade('2026-01-01T00:00:01Z'), serves: true },
    ],
  ])('is lost when its type %s', async (_what, type) => {
    const { client } = cluster(type);
    expect(await lostOwner(client, owned())).toBe('App "shop"');
  });

  it('is not lost when its type is built into Kubernetes, without a request', async () => {
    const { client, asked } = cluster({ serves: true });
    for (const group of ['v1', 'apps/v1', 'networking.k8s.io/v1']) {
      expect(await lostOwner(client, owned(group))).toBeUndefined();
    }
    expect(await lostOwner(client, thing())).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is lost when its CRD was just deleted, also in a group similar to those of Kubernetes', async () => {
    const { client } = cluster({ serves: true });
    const route = owned('gateway.networking.k8s.io/v1');
    expect(await lostOwner(client, route)).toBe('App "shop"');
  });

  it('is unknown when reading the owner fails', async () => {
    const forbidden = new ApiError({ code: 403, reason: 'x', message: 'no' });
    const client = {
      ...cluster({ serves: true }).client,
      get: () => Promise.reject(forbidden),
    } as OwnerReader;
    await expect(lostOwner(client, owned())).rejects.toThrow('no');
  });
});
