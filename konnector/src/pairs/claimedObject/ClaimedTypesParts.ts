/** Dependencies of the sync of claimed objects. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Cache } from '@klutch/kube';
import type { Breakers } from '../../deletion/breaker/Breakers';
import type { ClusterPins } from '../../markers';
import type { PairContext } from '../PairContext';

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
