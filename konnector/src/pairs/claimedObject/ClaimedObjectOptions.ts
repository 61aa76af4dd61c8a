/** Options of the sync of one claimed type. */
import type { StartProviderCache } from '../../providerCaches/ProviderCache';
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { Mapping } from '../../mapping/Mapping';
import type { ClusterPins } from '../../markers';
import type { EffectiveClaim } from './EffectiveClaims';
import type { ClaimedTypesParts } from './ClaimedTypesParts';

/**
 * Options of `startClaimSync`. `claims` returns the currently effective claims; the list has a new identity after each
 * change.
 */
export interface ClaimedObjectOptions extends Omit<
  ClaimedTypesParts,
  'breakers'
> {
  pins: ClusterPins;
  /** Breaker that deletions count against, until `setBreaker` replaces it. */
  breaker: Breaker;
  mapping: Mapping;
  startProviderCache: StartProviderCache;
  claims: () => readonly EffectiveClaim[];
  /** Whether objects of the app cluster that are not copies can be claimed; otherwise only copies are watched. */
  watchesConsumers: boolean;
}
