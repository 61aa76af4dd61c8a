/** When the portal's caches look again after a failure: people watch the page that waits for it. */
import type { CacheOptions, KubeObject } from '@klutch/kube';

/**
 * Waits of at most five seconds, also for APIs that are not there yet. A quiet API server may let two minutes pass until
 * the first sign of life on a watch.
 */
export const portalTimings: CacheOptions<KubeObject>['timings'] = {
  backoff: { baseMs: 500, capMs: 5_000 },
  absentBackoff: { baseMs: 500, capMs: 5_000 },
  livenessMs: [180_000, 240_000],
};
