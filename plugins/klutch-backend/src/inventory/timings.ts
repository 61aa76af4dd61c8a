/** When the portal's caches look again after a failure: people watch the page that waits for it. */
import type { CacheOptions, KubeObject } from '@klutch/kube';

/** Waits of at most five seconds, also for APIs that are not there yet. */
export const portalTimings: CacheOptions<KubeObject>['timings'] = {
  backoff: { baseMs: 500, capMs: 5_000 },
  absentBackoff: { baseMs: 500, capMs: 5_000 },
};
