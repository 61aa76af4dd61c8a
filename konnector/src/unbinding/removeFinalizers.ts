/** Removes our finalizers from all objects of an API at unbind; the copies on the control plane stay. */
import { finalizers } from '@klutch/bind-api';
import {
  keyOf,
  metadataOf,
  retryOnConflict,
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

/** Objects processed concurrently. */
const concurrency = 8;

const hasFinalizer = ({ metadata }: KubeObject) =>
  metadata.finalizers?.includes(finalizers.syncer) ?? false;

/** Result for one object. */
type Outcome = 'gone' | 'left' | BlockedObject;

/**
 * Processes the objects page by page, repeatedly until a whole pass finds no finalizer: an object created or restored
 * meanwhile must not keep a finalizer that no controller removes. A rejected object does not block the others.
 * Idempotent.
 * @param options.progress - called after each page with the number of finalizers removed so far.
 * @returns how many objects of the API are left on the app cluster.
 * @throws FinalizerRemovalError with all rejected objects, or with one as soon as none can succeed, for example without
 *   the right; ApiError when the objects cannot be listed.
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
  let listed: KubeObject | undefined = item;
  try {
    return await retryOnConflict(async () => {
      const current =
        listed ?? (await client.get(resource, { namespace, name }));
      listed = undefined;
      if (!current) return 'gone';
      const remaining = await removeFinalizer(client, resource, { ...current });
      return remaining ? 'left' : 'gone';
    });
  } catch (error) {
    const blocked = { object: keyOf(item), cause: error };
    if (isObjectSpecific(error)) return blocked;
    throw new FinalizerRemovalError([blocked]);
  }
}

/** Returns when no call is running any more, also after a failure. */
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
