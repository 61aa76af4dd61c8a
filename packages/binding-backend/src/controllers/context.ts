/** What every controller of this backend is given. */
import type { KubeClient, KubeMetrics, Logger } from '@klutch/kube';
import type { Audit } from '../audit/Audit';
import type { BackendCaches } from './caches';

/** Connection, caches, log, audit, metrics and clock. */
export interface ControllerContext {
  client: KubeClient;
  caches: BackendCaches;
  logger: Logger;
  audit: Audit;
  metrics?: KubeMetrics;
  now: () => Date;
}
