/** What every controller of this backend is given. */
import type { KubeClient, KubeMetrics, Logger } from '@klutch/kube';
import type { Audit } from '../audit/Audit';
import type { Audience } from '../policy/mayBind';
import type { BackendCaches } from './caches';

/** Connection, caches, log, audit, metrics, clock, and what is asked now and then. */
export interface ControllerContext {
  client: KubeClient;
  caches: BackendCaches;
  logger: Logger;
  audit: Audit;
  metrics?: KubeMetrics;
  /** How templates say who may bind. */
  audience: Audience;
  now: () => Date;
  /** Whether the policy is there that bounds which Secrets app clusters make. */
  isTenantPolicyEnforced: () => Promise<boolean>;
}
