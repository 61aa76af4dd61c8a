import {
  ApiError,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type ObjectMeta,
} from '@klutch/kube';
import { thing } from '../../../testing/objects';
import { ObservedDeletions } from './observedDeletions';
import type { NamespaceFate } from './namespaceTracker';

const parts = {
  group: 'example.com',
  version: 'v1',
  plural: 'parts',
  kind: 'Part',
  namespaced: true,
};

const owner = 'klutch.anynines.com/resource-owner';

/** An error response of the server. */
const refusal = (code: number) =>
  new ApiError({ code, reason: 'x', message: 'no' });

/** A cache driven by the test, and a cluster with one namespace and one CRD. */
async function observedDeletionsFixture(
  resource = parts,
  onlyCopies = false,
  hasCrd = true,
) {
  /** Resource version at which this process became the leader. */
  const leadership = { since: 5 };
  let listener: (change: CacheChange<KubeObject>) => void = () => undefined;
  const cluster: {
    crd?: KubeObject;
    /** CRD of the owners in `ownerReferences`. */
    ownerCrd: KubeObject | undefined;
    /** Whether the server serves a type without a CRD. */
    serves: boolean;
    /** Error response to reads of the CRD. */
    refusal?: Error;
    /** Undefined when the namespace was never observed. */
    fate: NamespaceFate | undefined;
    object: () => KubeObject | undefined;
  } = {
    crd: hasCrd ? thing({ uid: 'crd-1' }) : undefined,
    ownerCrd: thing(),
    serves: !hasCrd,
    fate: 'exists',
    object: () => undefined,
  };
  const answer = (plural: string, name: string) => {
    if (plural === resource.plural) return cluster.object();
    if (plural === 'apps') return undefined;
    if (name === 'apps.example.com') return cluster.ownerCrd;
    if (cluster.refusal) throw cluster.refusal;
    return cluster.crd;
  };
  const observedDeletions = new ObservedDeletions({
    cache: {
      subscribe: subscriber => {
        listener = subscriber;
        return () => undefined;
      },
      whenSynced: async () => undefined,
    },
    client: {
      get: (async (
        { plural }: { plural: string },
        { name }: { name: string },
      ) => answer(plural, name)) as KubeClient['get'],
      raw: async () => ({ versions: [{ version: 'v1' }] }),
      discover: async () => [
        { plural: 'apps', kind: 'App', namespaced: true, verbs: [] },
      ],
      async *listPages() {
        if (!cluster.crd && !cluster.serves) throw refusal(404);
        yield { items: [], resourceVersion: '1' };
      },
    },
    namespaceTracker: {
      namespaceOf: () =>
        cluster.fate && { name: 'team-a', uid: 'n', isTerminating: false },
      fateOf: async () => cluster.fate ?? 'missing',
    },
    resource,
    leadershipStart: { isAfter: version => Number(version) > leadership.since },
    onlyCopies,
  });
  await new Promise(setImmediate);
  const change = (
    type: CacheChange<KubeObject>['type'],
    name: string,
    source: 'list' | 'watch' = 'watch',
    annotations: Record<string, string> = {},
    metadata: ObjectMeta = {},
  ) =>
    listener({
      type,
      source,
      key: `team-a/${name}`,
      object: thing({ name, uid: `uid-${name}`, annotations, ...metadata }),
    });
  /** As `change`, for a copy. */
  const copyChange = (
    type: CacheChange<KubeObject>['type'],
    metadata: ObjectMeta = {},
    source: 'list' | 'watch' = 'watch',
  ) => change(type, 'copy', source, { [owner]: 'Provider' }, metadata);
  return { cluster, leadership, observedDeletions, change, copyChange };
}

type CopyChange = Awaited<
  ReturnType<typeof observedDeletionsFixture>
>['copyChange'];

describe('a deletion', () => {
  it('is confirmed by a watch event, not by a list', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    change('deleted', 'a');
    change('deleted', 'b', 'list');
    expect((await observedDeletions.confirmed('team-a/a'))?.metadata.name).toBe(
      'a',
    );
    expect(await observedDeletions.confirmed('team-a/b')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/c')).toBeUndefined();
  });

  it('is not confirmed when all were discarded after it', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    change('deleted', 'a');
    change('deleted', 'b');
    observedDeletions.forgetAll();
    change('deleted', 'c');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/b')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/c')).toBeDefined();
  });

  it('is not confirmed when the konnector sent it, the object exists again, or it was discarded', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    observedDeletions.markOwnDeletion('uid-a');
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    change('deleted', 'a');
    change('added', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    change('deleted', 'a');
    observedDeletions.forget('team-a/a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it.each(['before', 'after'])(
    'by another client is confirmed %s the refusal of our own deletion',
    async when => {
      const { observedDeletions, change } = await observedDeletionsFixture();
      const revertOwnDeletion = observedDeletions.markOwnDeletion('uid-a');
      if (when === 'after') revertOwnDeletion();
      change('deleted', 'a');
      if (when === 'before') revertOwnDeletion();
      expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
    },
  );

  it('is not confirmed when only our second attempt was refused, because the first may have succeeded', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    observedDeletions.markOwnDeletion('uid-a');
    observedDeletions.markOwnDeletion('uid-a')();
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it('is not confirmed when the CRD was deleted', async () => {
    for (const gone of [undefined, thing({ deletionTimestamp: 'x' })]) {
      const { cluster, observedDeletions, change } =
        await observedDeletionsFixture();
      change('deleted', 'a');
      cluster.crd = gone;
      expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    }
  });

  it("is not confirmed when the owner's CRD was deleted, because the garbage collector deletes the object then", async () => {
    const ownerReferences = [
      { apiVersion: 'example.com/v1', kind: 'App', name: 'shop', uid: 'o' },
    ];
    for (const gone of [undefined, thing({ deletionTimestamp: 'x' })]) {
      const { cluster, observedDeletions, change } =
        await observedDeletionsFixture();
      change('deleted', 'a', 'watch', {}, { ownerReferences });
      expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
      cluster.ownerCrd = gone;
      expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    }
  });

  it.each<[string, NamespaceFate, Record<string, string>, boolean]>([
    [
      'confirmed for an original when a client deleted the namespace',
      'deleted',
      { [owner]: 'Consumer' },
      true,
    ],
    ['confirmed for an unmarked object likewise', 'deleted', {}, true],
    ['not confirmed for a copy', 'deleted', { [owner]: 'Provider' }, false],
    [
      'not confirmed when the namespace is merely missing',
      'missing',
      { [owner]: 'Consumer' },
      false,
    ],
  ])('with its namespace is %s', async (_what, fate, marks, is) => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    change('added', 'a', 'watch', marks);
    change('deleted', 'a', 'watch', marks);
    cluster.fate = fate;
    const found = await observedDeletions.confirmed('team-a/a');
    expect(found !== undefined).toBe(is);
  });

  it('is checked again at each call while the breaker pauses the deletion', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    change('added', 'a');
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
    cluster.fate = 'deleted';
    expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
    cluster.fate = 'missing';
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    cluster.fate = 'exists';
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it('is not confirmed when the namespace is unknown', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    cluster.fate = undefined;
    change('added', 'a');
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it.each(['', 'apps', 'networking.k8s.io'])(
    'needs no CRD for types of Kubernetes itself: group "%s"',
    async group => {
      const { observedDeletions, change } = await observedDeletionsFixture(
        { ...parts, group },
        false,
        false,
      );
      change('deleted', 'a');
      expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
    },
  );

  it('is not confirmed when the CRD was deleted, whatever its group', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture({
        ...parts,
        group: 'gateway.networking.k8s.io',
      });
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
    change('deleted', 'a');
    cluster.crd = undefined;
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it('is not confirmed when a type without a CRD is no longer served', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture(parts, false, false);
    cluster.serves = false;
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it('is not confirmed while the CRD cannot be read', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    change('deleted', 'a');
    cluster.refusal = refusal(403);
    await expect(observedDeletions.confirmed('team-a/a')).rejects.toThrow('no');
    cluster.refusal = undefined;
    expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
  });

  it('is not confirmed once another key found the CRD replaced', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    change('deleted', 'a');
    change('deleted', 'b');
    cluster.crd = thing({ uid: 'crd-2' });
    expect(
      await Promise.all([
        observedDeletions.confirmed('team-a/a'),
        observedDeletions.confirmed('team-a/b'),
      ]),
    ).toEqual([undefined, undefined]);
    change('deleted', 'c');
    expect(await observedDeletions.confirmed('team-a/c')).toBeDefined();
  });

  it('of a copy before this process was the leader is not confirmed, because the previous leader may have recreated the copy', async () => {
    const { leadership, observedDeletions, change, copyChange } =
      await observedDeletionsFixture();
    leadership.since = 7;
    copyChange('deleted');
    change('deleted', 'original', 'watch', { [owner]: 'Consumer' });
    change('deleted', 'unmarked');
    expect(await observedDeletions.confirmed('team-a/copy')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/original')).toBeDefined();
    expect(await observedDeletions.confirmed('team-a/unmarked')).toBeDefined();
    copyChange('deleted', { resourceVersion: '8' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeDefined();
  });

  const terminating = { deletionTimestamp: 'x' };

  it.each<[string, (copyChange: CopyChange) => void]>([
    [
      'was terminating when first observed',
      copyChange => copyChange('added', terminating),
    ],
    [
      'became terminating between two lists',
      copyChange => {
        copyChange('added', {}, 'list');
        copyChange('updated', terminating, 'list');
      },
    ],
    [
      'became terminating before this process was the leader',
      copyChange => {
        copyChange('added', { resourceVersion: '3' });
        copyChange('updated', { ...terminating, resourceVersion: '4' });
      },
    ],
  ])('of a copy that %s is not confirmed', async (_what, before) => {
    const { observedDeletions, copyChange } = await observedDeletionsFixture();
    before(copyChange);
    copyChange('updated', { ...terminating, resourceVersion: '8' });
    copyChange('deleted', { ...terminating, resourceVersion: '9' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeUndefined();
    // A later copy of the same name is a different object.
    copyChange('added', { uid: 'next', resourceVersion: '10' });
    copyChange('deleted', { uid: 'next', resourceVersion: '11' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeDefined();
  });

  it('of a copy that was observed completely is confirmed, however long it took', async () => {
    const { observedDeletions, copyChange } = await observedDeletionsFixture();
    copyChange('added', {}, 'list');
    copyChange('updated', { ...terminating, resourceVersion: '8' });
    copyChange('updated', { ...terminating, resourceVersion: '9' }, 'list');
    copyChange('deleted', { ...terminating, resourceVersion: '10' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeDefined();
  });

  it('is not confirmed when the object only lost the watched label, also when the object is deleted later', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture(parts, true);
    cluster.object = () => thing({ name: 'a', uid: 'uid-a' });
    change('deleted', 'a');
    await new Promise(setImmediate);
    cluster.object = () => undefined;
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    cluster.object = () => {
      throw new Error('not now');
    };
    change('deleted', 'b');
    expect(await observedDeletions.confirmed('team-a/b')).toBeUndefined();
    for (const object of [undefined, thing({ name: 'c', uid: 'another' })]) {
      cluster.object = () => object;
      change('deleted', 'c');
      expect(await observedDeletions.confirmed('team-a/c')).toBeDefined();
    }
  });
});

it('knows a deleted original until it is there again, and no deleted copy as one', async () => {
  const { observedDeletions, change, copyChange } =
    await observedDeletionsFixture();
  change('deleted', 'a');
  copyChange('deleted');
  expect(observedDeletions.original('team-a/a')?.metadata.name).toBe('a');
  expect(observedDeletions.original('team-a/copy')).toBeUndefined();
  change('added', 'a');
  expect(observedDeletions.original('team-a/a')).toBeUndefined();
});
