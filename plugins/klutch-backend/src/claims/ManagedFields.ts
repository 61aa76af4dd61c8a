/** Reads the `managedFields` of claims, which caches do not keep. */
import type { KubeObject } from '@klutch/kube';
import { LRUCache } from 'lru-cache';

const CACHE_MAX_ENTRIES = 1_000;

/** Remembers the `managedFields` of each version of a claim, so that pages that follow changes cost the cluster nothing. */
export class ManagedFields {
  readonly #known = new LRUCache<string, KubeObject, () => Promise<KubeObject>>(
    {
      max: CACHE_MAX_ENTRIES,
      fetchMethod: async (_key, _stale, { context: readLive }) => {
        const { apiVersion, kind, metadata } = await readLive();
        return { apiVersion, kind, metadata };
      },
    },
  );

  /**
   * The object with its `managedFields`, without spec and status.
   *
   * @param object - as its reader may see it
   * @param readLive - called for a version that is not known
   * @throws errors of `readLive`
   */
  async of(
    object: KubeObject,
    readLive: () => Promise<KubeObject>,
  ): Promise<KubeObject> {
    const { managedFields, resourceVersion, uid } = object.metadata;
    if (managedFields) return object;
    const known = await this.#known.fetch(`${uid}/${resourceVersion}`, {
      context: readLive,
    });
    return known ?? object;
  }
}
