/** Retry delays of the portal's caches: short, because users watch the page that waits for the result. */
import type { CacheOptions, KubeObject } from '@klutch/kube';

/** Delays of at most five seconds, also for APIs that are not served yet. */
export const portalTimings: CacheOptions<KubeObject>['timings'] = {
  backoff: { baseMs: 500, capMs: 5_000 },
  absentBackoff: { baseMs: 500, capMs: 5_000 },
};

/** For resources that the portal need not be allowed to watch: a cluster without the right is seldom asked. */
export const optionalTimings: CacheOptions<KubeObject>['timings'] = {
  ...portalTimings,
  absentBackoff: { baseMs: 500, capMs: 5 * 60_000 },
};
