/** Dependencies of the sync of claimed objects. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Cache } from '@klutch/kube';
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { PairParts } from '../PairController';
import type { EffectiveClaim } from './EffectiveClaims';

/** Options of the sync of one claimed type. */
export interface ClaimedObjectOptions extends PairParts {
  /** All bindings of the app cluster; objects of bound APIs, and kubeconfig Secrets of bindings, are not synced by claims. */
  bindings: Cache<APIServiceBinding>;
  /** Breaker that deletions count against, until `setBreaker` replaces it. */
  breaker: Breaker;
  /** The effective claims, until `setClaims` replaces them. */
  claims: readonly EffectiveClaim[];
  /** Whether objects of the app cluster that are not copies can be claimed; otherwise only copies are watched. */
  watchesConsumers: boolean;
}
