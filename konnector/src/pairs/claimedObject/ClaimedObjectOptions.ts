/** Dependencies of the sync of claimed objects. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Cache } from '@klutch/kube';
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { Breakers } from '../../deletion/breaker/BindingBreaker';
import type { Mapping } from '../../mapping/Mapping';
import type { ClusterPins } from '../../markers';
import type { ProviderScope } from '../../providerCaches/ProviderCache';
import type { PairContext } from '../PairContext';
import type { EffectiveClaim } from './EffectiveClaims';

/** Dependencies of the sync of the claimed objects of one cluster namespace. The engine must be started already. */
export interface ClaimedTypesParts extends PairContext {
  /** All bindings of the app cluster; objects of bound APIs, and kubeconfig Secrets of bindings, are not synced by claims. */
  bindings: Cache<APIServiceBinding>;
  /** Name of the app cluster's namespace on the control plane. */
  clusterNamespace: string;
  /** Pins without `formerCluster`, which bindings declare with their claims. */
  pins: Omit<ClusterPins, 'formerCluster'>;
  /** Asked before anything is deleted on the control plane. */
  breakers: Breakers;
}

/** Options of the sync of one claimed type. */
export interface ClaimedObjectOptions extends Omit<
  ClaimedTypesParts,
  'breakers'
> {
  pins: ClusterPins;
  /** Breaker that deletions count against, until `setBreaker` replaces it. */
  breaker: Breaker;
  mapping: Mapping;
  providerScope: ProviderScope;
  /** The effective claims, until `setClaims` replaces them. */
  claims: readonly EffectiveClaim[];
  /** Whether objects of the app cluster that are not copies can be claimed; otherwise only copies are watched. */
  watchesConsumers: boolean;
}
