import {
  ApiError,
  type CacheChange,
  type KubeClient,
  type KubeObject,
  type ObjectMeta,
} from '@klutch/kube';
import { thing } from '../../testing/objects';
import { createObservedDeletions } from './observedDeletions';
import type { NamespaceFate } from './namespaceTracker';

const parts = {
  group: 'example.com',
  version: 'v1',
  plural: 'parts',
  kind: 'Part',
  namespaced: true,
};

const owner = 'klutch.anynines.com/resource-owner';

/** Of the server's answers that are no object. */
const refusal = (code: number) =>
  new ApiError({ code, reason: 'x', message: 'no' });

/** A cache that is told its changes, and a cluster with one namespace and one CRD. */
async function observedDeletionsFixture(
  resource = parts,
  onlyCopies = false,
  hasCrd = true,
) {
  /** The version at which this process began to lead. */
  const lead = { since: 5 };
  let listener: (change: CacheChange<KubeObject>) => void = () => undefined;
  const cluster: {
    crd?: KubeObject;
    /** Of another type, which has owners of its objects. */
    ownerCrd: KubeObject | undefined;
    /** Whether the server knows a type that has no CRD. */
    serves: boolean;
    /** What the server answers who asks for the CRD. */
    refusal?: Error;
    /** Of the namespace; undefined: nobody knows it. */
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
  const observedDeletions = createObservedDeletions({
    cache: {
      subscribe: told => {
        listener = told;
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
    leadershipStart: { isAfter: version => Number(version) > lead.since },
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
  /** Of a copy. */
  const copyChange = (
    type: CacheChange<KubeObject>['type'],
    metadata: ObjectMeta = {},
    source: 'list' | 'watch' = 'watch',
  ) => change(type, 'copy', source, { [owner]: 'Provider' }, metadata);
  return { cluster, lead, observedDeletions, change, copyChange };
}

type CopyChange = Awaited<
  ReturnType<typeof observedDeletionsFixture>
>['copyChange'];

describe('evidence of a deletion', () => {
  it('is a deletion that was seen, and no list', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    change('deleted', 'a');
    change('deleted', 'b', 'list');
    expect((await observedDeletions.confirmed('team-a/a'))?.metadata.name).toBe(
      'a',
    );
    expect(await observedDeletions.confirmed('team-a/b')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/c')).toBeUndefined();
  });

  it('is none of anything that was seen before all was settled', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    change('deleted', 'a');
    change('deleted', 'b');
    observedDeletions.forgetAll();
    change('deleted', 'c');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/b')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/c')).toBeDefined();
  });

  it('is none when we deleted it, when it is there again, or when it is settled', async () => {
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
    'is of what somebody else deleted %s the server refused our deletion',
    async when => {
      const { observedDeletions, change } = await observedDeletionsFixture();
      const revertOwnDeletion = observedDeletions.markOwnDeletion('uid-a');
      if (when === 'after') revertOwnDeletion();
      change('deleted', 'a');
      if (when === 'before') revertOwnDeletion();
      expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
    },
  );

  it('is none when only the second of our deletions was refused: the first may have been done', async () => {
    const { observedDeletions, change } = await observedDeletionsFixture();
    observedDeletions.markOwnDeletion('uid-a');
    observedDeletions.markOwnDeletion('uid-a')();
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it('is none when its type went', async () => {
    for (const gone of [undefined, thing({ deletionTimestamp: 'x' })]) {
      const { cluster, observedDeletions, change } =
        await observedDeletionsFixture();
      change('deleted', 'a');
      cluster.crd = gone;
      expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
    }
  });

  it('is none when the type of its owner went: the garbage collector deletes what is left of it', async () => {
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
      'an original when somebody deleted it',
      'deleted',
      { [owner]: 'Consumer' },
      true,
    ],
    ['what is not marked yet, likewise', 'deleted', {}, true],
    ['no copy, whoever deleted it', 'deleted', { [owner]: 'Provider' }, false],
    [
      'nothing when it is merely missing',
      'missing',
      { [owner]: 'Consumer' },
      false,
    ],
  ])('is in the end of a namespace for %s', async (_what, fate, marks, is) => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    change('added', 'a', 'watch', marks);
    change('deleted', 'a', 'watch', marks);
    cluster.fate = fate;
    const found = await observedDeletions.confirmed('team-a/a');
    expect(found !== undefined).toBe(is);
  });

  it('is judged anew each time, as long as the breaker holds the deletion', async () => {
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

  it('is none where nobody knows the namespace', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    cluster.fate = undefined;
    change('added', 'a');
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it.each(['', 'apps', 'networking.k8s.io'])(
    'does not need a CRD for types of Kubernetes itself: group "%s"',
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

  it('is none when its type went, whatever its group', async () => {
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

  it('is none when a type of which no CRD is known is not served any more', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture(parts, false, false);
    cluster.serves = false;
    change('deleted', 'a');
    expect(await observedDeletions.confirmed('team-a/a')).toBeUndefined();
  });

  it('is none yet when nobody may see whether the type stayed', async () => {
    const { cluster, observedDeletions, change } =
      await observedDeletionsFixture();
    change('deleted', 'a');
    cluster.refusal = refusal(403);
    await expect(observedDeletions.confirmed('team-a/a')).rejects.toThrow('no');
    cluster.refusal = undefined;
    expect(await observedDeletions.confirmed('team-a/a')).toBeDefined();
  });

  it('is none any more when another key found the type exchanged', async () => {
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

  it('is none of a copy that went before this process led, as the one before may have made it anew', async () => {
    const { lead, observedDeletions, change, copyChange } =
      await observedDeletionsFixture();
    lead.since = 7;
    copyChange('deleted');
    change('deleted', 'original', 'watch', { [owner]: 'Consumer' });
    change('deleted', 'unmarked');
    expect(await observedDeletions.confirmed('team-a/copy')).toBeUndefined();
    expect(await observedDeletions.confirmed('team-a/original')).toBeDefined();
    expect(await observedDeletions.confirmed('team-a/unmarked')).toBeDefined();
    copyChange('deleted', { resourceVersion: '8' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeDefined();
  });

  const dying = { deletionTimestamp: 'x' };

  it.each<[string, (copyChange: CopyChange) => void]>([
    [
      'was dying when it was first seen',
      copyChange => copyChange('added', dying),
    ],
    [
      'began to die while nobody watched',
      copyChange => {
        copyChange('added', {}, 'list');
        copyChange('updated', dying, 'list');
      },
    ],
    [
      'began to die before this process led',
      copyChange => {
        copyChange('added', { resourceVersion: '3' });
        copyChange('updated', { ...dying, resourceVersion: '4' });
      },
    ],
  ])('is none of a copy that %s', async (_what, before) => {
    const { observedDeletions, copyChange } = await observedDeletionsFixture();
    before(copyChange);
    copyChange('updated', { ...dying, resourceVersion: '8' });
    copyChange('deleted', { ...dying, resourceVersion: '9' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeUndefined();
    // The next one of this name is another one.
    copyChange('added', { uid: 'next', resourceVersion: '10' });
    copyChange('deleted', { uid: 'next', resourceVersion: '11' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeDefined();
  });

  it('is of a copy that was seen from its life to its end, however long it took', async () => {
    const { observedDeletions, copyChange } = await observedDeletionsFixture();
    copyChange('added', {}, 'list');
    copyChange('updated', { ...dying, resourceVersion: '8' });
    copyChange('updated', { ...dying, resourceVersion: '9' }, 'list');
    copyChange('deleted', { ...dying, resourceVersion: '10' });
    expect(await observedDeletions.confirmed('team-a/copy')).toBeDefined();
  });

  it('is none when the object only lost the label that is watched, also when it goes later', async () => {
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
