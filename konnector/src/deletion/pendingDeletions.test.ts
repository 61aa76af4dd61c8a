import type { Unstructured } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import type { ObjectMemory } from '../pairs/boundObject/memory/objectMemory';
import { PairMemories } from '../pairs/PairMemories';
import { thing } from '../testing/objects';
import {
  pendingDeletionSource,
  type DeletionContext,
} from './pendingDeletions';

const deleting = (metadata: Unstructured['metadata'] = {}) =>
  thing({
    deletionTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['klutch.anynines.com/syncer'],
    ...metadata,
  });
const copy = thing({ namespace: 'x-team-a', uid: 'p1' });
const pendingDeletion = { uid: 'p1', name: 'team-a/a' };

function sourceOf(
  object: Unstructured,
  {
    ready = false,
    known = true,
    shown = copy as Unstructured | undefined,
  } = {},
) {
  const memories = new PairMemories<ObjectMemory>();
  const source = pendingDeletionSource(
    {
      mapping: {
        locate: () =>
          ready
            ? { at: 'ready', key: { namespace: 'x-team-a', name: 'a' } }
            : { at: 'waiting', why: 'It waits.' },
      } as unknown as Mapping,
      consumers: {
        synced: true,
        list: () => [object],
        byIndex: () => [object],
      } as unknown as DeletionContext['consumers'],
      providers: {
        hasSynced: () => known,
        get: () => (known ? shown : undefined),
      } as unknown as DeletionContext['providers'],
      memories,
    },
    () => undefined,
  );
  const seen = () => {
    const all = [...source.pendingDeletions()];
    const found = all.filter(each => each !== undefined);
    return { pending: found, complete: found.length === all.length };
  };
  return { memories, seen };
}

describe('pending deletions at a ready location', () => {
  it('come from the caches', () => {
    expect(sourceOf(deleting(), { ready: true }).seen()).toEqual({
      pending: [pendingDeletion],
      complete: true,
    });
    const shown = thing({ uid: 'p1', deletionTimestamp: 'x' });
    expect(sourceOf(deleting(), { ready: true, shown }).seen()).toEqual({
      pending: [],
      complete: true,
    });
  });

  it('are unknown before the caches have synced', () => {
    expect(sourceOf(deleting(), { ready: true, known: false }).seen()).toEqual({
      pending: [],
      complete: false,
    });
  });
});

describe('pending deletions at any other location', () => {
  it('are unknown before a deletion attempt, as after a restart', () => {
    expect(sourceOf(deleting()).seen()).toEqual({
      pending: [],
      complete: false,
    });
  });

  it('come from the last deletion attempt', () => {
    const { memories, seen } = sourceOf(deleting());
    memories.change('team-a/a', {
      deletion: { object: 'u1', copy: pendingDeletion },
    });
    expect(seen()).toEqual({ pending: [pendingDeletion], complete: true });
    memories.change('team-a/a', { deletion: { object: 'u1' } });
    expect(seen()).toEqual({ pending: [], complete: true });
  });

  it('ignore an attempt for a former object of the same name', () => {
    const { memories, seen } = sourceOf(deleting());
    memories.change('team-a/a', { deletion: { object: 'u0' } });
    expect(seen()).toEqual({ pending: [], complete: false });
  });

  it.each([
    ['has no finalizer', { finalizers: ['example.com/other'] }],
    [
      'is annotated to keep it',
      { annotations: { 'klutch.anynines.com/deletion': 'keep' } },
    ],
  ])('there is none for an object that %s', (_what, metadata) => {
    expect(sourceOf(deleting(metadata)).seen()).toEqual({
      pending: [],
      complete: true,
    });
  });
});
