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
import { release } from '../deletion/deleteCopy';
import { ReleaseError } from './whyNotUnbound';

/** Attempts for one object that is being changed by others at the same time. */
const attempts = 5;
/** Objects worked on at once. */
const concurrency = 8;

const isHeld = ({ metadata }: KubeObject) =>
  metadata.finalizers?.includes(finalizers.syncer) ?? false;

/**
 * Goes through the objects page by page, again until a whole pass finds none to let go: one that was made or restored
 * meanwhile must not stay behind with a finalizer that nobody takes off. What is done stays done when it is repeated.
 * @param options.progress - called after each page with how many were let go so far.
 * @returns how many objects of the API are left on the app cluster.
 * @throws ReleaseError when an object cannot be released, for example without the right to; ApiError when they cannot be
 * listed.
 */
export async function releaseAll(
  client: KubeClient,
  resource: Resource,
  options: {
    progress: (released: number) => Promise<void>;
    signal: AbortSignal;
  },
): Promise<number> {
  let released = 0;
  for (;;) {
    let left = 0;
    const before = released;
    for await (const { items } of client.listPages(metadataOf(resource))) {
      options.signal.throwIfAborted();
      const held = items.filter(isHeld);
      const gone = await countParallel(
        held,
        async item => !(await letGo(client, resource, item)),
      );
      left += items.length - gone;
      released += held.length;
      if (held.length > 0) await options.progress(released);
    }
    if (released === before) return left;
  }
}

/** @returns whether the object is still there. */
async function letGo(
  client: KubeClient,
  resource: Resource,
  item: KubeObject,
): Promise<boolean> {
  const { namespace, name = '' } = item.metadata;
  let current: KubeObject | undefined = item;
  for (let attempt = 1; current; attempt++) {
    try {
      return (await release(client, resource, { ...current })) !== undefined;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) {
        throw new ReleaseError(keyOf(item), error);
      }
      current = await client.get(resource, { namespace, name });
    }
  }
  return false;
}

async function countParallel<T>(
  items: readonly T[],
  counts: (item: T) => Promise<boolean>,
): Promise<number> {
  const rest = items.values();
  let count = 0;
  const work = async () => {
    for (const item of rest) if (await counts(item)) count += 1;
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return count;
}
