import { KubeMetrics } from '../../metrics';

/** Metrics of which only some are looked at. */
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
