/** What every controller of this backend is given. */
import type { KubeClient, Logger } from '@klutch/kube';
import type { BackendCaches } from './caches';

/** Connection, caches, log and clock. */
export interface ControllerContext {
  client: KubeClient;
  caches: BackendCaches;
  logger: Logger;
  now: () => Date;
}
