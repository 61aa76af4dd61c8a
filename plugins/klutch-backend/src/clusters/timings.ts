/** Retry delays of the portal's caches: short, because users watch the page that waits for the result. */
import type { CacheOptions, KubeObject } from '@klutch/kube';

/** Delays of at most five seconds, also for APIs that are not served yet. */
export const portalTimings: CacheOptions<KubeObject>['timings'] = {
  backoff: { baseMs: 500, capMs: 5_000 },
  absentBackoff: { baseMs: 500, capMs: 5_000 },
};
