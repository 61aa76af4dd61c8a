/** Context of every controller of this backend. */
import type { KubeClient, KubeMetrics, Logger } from '@klutch/kube';
import type { Audit } from '../audit/Audit';
import type { Audience } from '../policy/mayBind';
import type { BackendCaches } from './caches';

/** Connection, caches, log, audit, metrics, clock, and checks that are repeated at intervals. */
export interface ControllerContext {
  client: KubeClient;
  caches: BackendCaches;
  logger: Logger;
  audit: Audit;
  metrics?: KubeMetrics;
  /** How templates restrict who may bind. */
  audience: Audience;
  now: () => Date;
  /** Whether the policy exists that restricts which Secrets app clusters may create. */
  isTenantPolicyEnforced: () => Promise<boolean>;
}
