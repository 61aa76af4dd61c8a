/** Lets all objects of an API go at unbind: the finalizers come off, the copies on the control plane stay. */
import { finalizers } from '@klutch/bind-api';
import {
  isConflict,
  keyOf,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { removeFinalizer } from '../deletion/deleteCopy';
import {
  isObjectSpecific,
  FinalizerRemovalError,
  type BlockedObject,
} from './classifyUnbindError';

/** Attempts for one object that is being changed by others at the same time. */
const maxAttempts = 5;
/** Objects worked on at once. */
const concurrency = 8;

const hasFinalizer = ({ metadata }: KubeObject) =>
  metadata.finalizers?.includes(finalizers.syncer) ?? false;

/** What became of an object. */
type Outcome = 'gone' | 'left' | BlockedObject;

/**
 * Goes through the objects page by page, again until a whole pass finds none to let go: one that was made or restored
 * meanwhile must not stay behind with a finalizer that nobody takes off. One that is refused does not keep the others.
 * What is done stays done when it is repeated.
 * @param options.progress - called after each page with how many were let go so far.
 * @returns how many objects of the API are left on the app cluster.
 * @throws FinalizerRemovalError when finalizers cannot be removed: with all that were refused, or with one as soon as none can be,
 * for example without the right to; ApiError when they cannot be listed.
 */
export async function removeFinalizers(
  client: KubeClient,
  resource: Resource,
  options: {
    progress: (removed: number) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<number> {
  let removed = 0;
  for (;;) {
    let remaining = 0;
    const before = removed;
    const blocked: BlockedObject[] = [];
    for await (const { items } of client.listPages(metadataOf(resource))) {
      options.signal.throwIfAborted();
      const withFinalizer = items.filter(hasFinalizer);
      const outcomes = await inParallel(withFinalizer, item =>
        removeFinalizerWithRetry(client, resource, item),
      );
      const ownBlocked = outcomes.filter(
        outcome => typeof outcome === 'object',
      );
      blocked.push(...ownBlocked);
      remaining += items.length - outcomes.filter(one => one === 'gone').length;
      removed += withFinalizer.length - ownBlocked.length;
      if (withFinalizer.length > ownBlocked.length)
        await options.progress(removed);
    }
    if (blocked.length > 0) throw new FinalizerRemovalError(blocked);
    if (removed === before) return remaining;
  }
}

async function removeFinalizerWithRetry(
  client: KubeClient,
  resource: Resource,
  item: KubeObject,
): Promise<Outcome> {
  const { namespace, name = '' } = item.metadata;
  let current: KubeObject | undefined = item;
  for (let attempt = 1; current; attempt++) {
    try {
      const remaining = await removeFinalizer(client, resource, { ...current });
      return remaining ? 'left' : 'gone';
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) {
        const blocked = { object: keyOf(item), cause: error };
        if (isObjectSpecific(error)) return blocked;
        throw new FinalizerRemovalError([blocked]);
      }
      current = await client.get(resource, { namespace, name });
    }
  }
  return 'gone';
}

/** Ends when nothing is under way any more, also when it fails. */
async function inParallel<T, Result>(
  items: readonly T[],
  act: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const rest = items.values();
  const results: Result[] = [];
  const work = async () => {
    for (const item of rest) results.push(await act(item));
  };
  const ended = await Promise.allSettled(
    Array.from({ length: concurrency }, work),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return results;
}
