/** What every controller of this backend is given. */
import type { KubeClient, KubeMetrics, Logger } from '@klutch/kube';
import type { BackendCaches } from './caches';

/** Connection, caches, log, metrics and clock. */
export interface ControllerContext {
  client: KubeClient;
  caches: BackendCaches;
  logger: Logger;
  metrics?: KubeMetrics;
  now: () => Date;
}
