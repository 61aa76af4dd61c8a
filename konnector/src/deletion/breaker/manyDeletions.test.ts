/** Costs of the breaker when thousands of deletions wait for one approval. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { keyOf, type Unstructured } from '@klutch/kube';
import type { Mapping } from '../../mapping/Mapping';
import { annotations } from '../../markers';
import { PairMemories } from '../../pairs/PairMemories';
import { thing, thingBinding } from '../../testing/objects';
import {
  pendingDeletionSource,
  type DeletionContext,
} from '../pendingDeletions';
import { BindingBreaker } from './BindingBreaker';
import { defaultDeletionLimits } from './planBreaker';

/**
 * A binding whose objects are all being deleted, and whose caches show each deletion immediately.
 * @param options.readMs - processing time of one object.
 * @param options.most - after this many reads of objects the test has failed, and ends with all objects deleted.
 */
function pausedBinding(count: number, { readMs = 0, most = Infinity } = {}) {
  const objects = new Map<string, Unstructured>();
  for (let index = 0; index < count; index += 1) {
    const object = thing({
      name: `a-${index}`,
      uid: `u-${index}`,
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['klutch.anynines.com/syncer'],
    });
    objects.set(keyOf(object), object);
  }
  let binding: APIServiceBinding = thingBinding();
  const cost = { reads: 0, mostInOneTurn: 0 };
  let inThisTurn = 0;
  const turnEnds = () => {
    inThisTurn = 0;
  };
  const countRead = () => {
    cost.reads += 1;
    if (cost.reads > most) objects.clear();
    if (inThisTurn === 0) setImmediate(turnEnds);
    inThisTurn += 1;
    cost.mostInOneTurn = Math.max(cost.mostInOneTurn, inThisTurn);
    const endMs = performance.now() + readMs;
    while (readMs > 0 && performance.now() < endMs);
  };
  const annotate = (change: Record<string, string | null>) => {
    const all = { ...binding.metadata.annotations, ...change };
    const left = Object.entries(all).flatMap(([name, text]) =>
      text === null ? [] : [[name, text] as const],
    );
    const { metadata } = binding;
    binding = {
      ...binding,
      metadata: { ...metadata, annotations: Object.fromEntries(left) },
    };
  };
  const called: string[] = [];
  let changed = Promise.resolve();
  const breaker = new BindingBreaker({
    getBinding: () => binding,
    async writeBinding(_binding, change) {
      annotate(change.annotations);
      // Every write of a binding triggers its reconcile, and thus a review.
      changed = changed.then(async () => void (await breaker.review(binding)));
      return binding;
    },
    limits: defaultDeletionLimits,
    changed() {},
  });
  breaker.addSource(
    pendingDeletionSource(
      {
        mapping: {
          locate({ namespace, name }) {
            countRead();
            return { at: 'ready', key: { namespace: `x-${namespace}`, name } };
          },
        } as Partial<Mapping> as Mapping,
        consumers: {
          synced: true,
          list: () => [...objects.values()],
          byIndex: () => [...objects.values()],
        } as unknown as DeletionContext['consumers'],
        providers: {
          hasSynced: () => true,
          get: ({ name }) =>
            objects.has(`team-a/${name}`) ? thing({ uid: name }) : undefined,
        } as Partial<
          DeletionContext['providers']
        > as DeletionContext['providers'],
        memories: new PairMemories(),
      },
      key => {
        countRead();
        called.push(key);
      },
    ),
  );
  const pass = (key: string) =>
    breaker.execute(
      { uid: key.slice('team-a/'.length), name: key },
      async () => {
        objects.delete(key);
      },
    );
  return {
    cost,
    objects,
    pass,
    async approve(deletions: number) {
      annotate({ [annotations.approveDeletions]: `${deletions}` });
      await breaker.review(binding);
    },
    /** Deletes concurrently, as the engine does. */
    async deleteAll() {
      const keys = called.splice(0);
      for (let from = 0; from < keys.length; from += 32) {
        await Promise.all(keys.slice(from, from + 32).map(pass));
        await changed;
      }
    },
  };
}

it('R06: each of 10,000 approved deletions costs as much as each of 1,000, so the total is not quadratic', async () => {
  const lookedAt = async (count: number) => {
    const most = 40 * count;
    const { cost, objects, pass, approve, deleteAll } = pausedBinding(count, {
      most,
    });
    expect(await pass('team-a/a-0')).toBe(false);
    await approve(count);
    await deleteAll();
    expect(objects.size).toBe(0);
    expect(cost.reads).toBeLessThanOrEqual(most);
    return cost.reads / count;
  };
  const few = await lookedAt(1_000);
  expect((await lookedAt(10_000)) / few).toBeLessThan(1.5);
});

it('R06: counting pending deletions, and requeueing them after the approval, never blocks the event loop for 50 ms', async () => {
  const readMs = 0.05;
  const { cost, pass, approve } = pausedBinding(2_000, { readMs });
  expect(await pass('team-a/a-0')).toBe(false);
  await approve(2_000);
  expect(cost.reads).toBeGreaterThan(4_000);
  expect(cost.mostInOneTurn * readMs).toBeLessThan(50);
});
