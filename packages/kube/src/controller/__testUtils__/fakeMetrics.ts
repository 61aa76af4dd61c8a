import type { KubeMetrics } from '../../KubeMetrics';

/** Metrics of which the test checks only some. */
export const fakeMetrics = (overrides: Partial<KubeMetrics>): KubeMetrics => ({
  cacheObjects() {},
  cacheRestart() {},
  cacheListed() {},
  cacheAge: () => () => {},
  queueDepth() {},
  queueWaited() {},
  queueRetry() {},
  reconciled() {},
  functionFailed() {},
  requested() {},
  throttled() {},
  leading() {},
  ...overrides,
});
