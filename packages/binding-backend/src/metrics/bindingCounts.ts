/** How many app clusters and exports there are, and how they stand; read from the caches. */
import {
  conditionReasons,
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Cache, Namespace } from '@klutch/kube';
import { identityOfNamespace } from '../identity/clusterNamespace';
import type { BindingCounts, TenantState } from './BindingMetrics';

/** What is counted, and what tells whether it is. */
export interface CountedCaches {
  clusterBindings: Pick<Cache<ClusterBinding>, 'list'>;
  exports: Pick<Cache<APIServiceExport>, 'list'>;
  namespaces: Pick<Cache<Namespace>, 'get'>;
}

const stateOf = ({ status }: ClusterBinding): TenantState => {
  const { healthy, ready } = conditionTypes;
  const health = getCondition(status?.conditions, healthy);
  if (health?.reason === conditionReasons.heartbeatTimeout) {
    return 'heartbeat_lost';
  }
  return getCondition(status?.conditions, ready)?.status === 'True'
    ? 'ready'
    : 'not_ready';
};

/** Tenants write this status, and the wire has no list of what it may be: what is none of ours counts as nobody's word. */
const readinessOf = ({
  status,
}: APIServiceExport): keyof BindingCounts['exports'] => {
  const ready = getCondition(status?.conditions, conditionTypes.ready);
  return ready?.status === 'True' || ready?.status === 'False'
    ? ready.status
    : 'Unknown';
};

/** Only what is in cluster namespaces counts: others may make objects of these types in namespaces of their own. */
export const bindingCounts = ({
  clusterBindings,
  exports,
  namespaces,
}: CountedCaches): BindingCounts => {
  const counts: BindingCounts = {
    tenants: { ready: 0, not_ready: 0, heartbeat_lost: 0 },
    exports: { True: 0, False: 0, Unknown: 0 },
  };
  const isServed = ({ metadata }: { metadata: { namespace?: string } }) =>
    identityOfNamespace(namespaces.get(metadata.namespace ?? '')) !== undefined;
  for (const binding of clusterBindings.list().filter(isServed)) {
    counts.tenants[stateOf(binding)] += 1;
  }
  for (const apiExport of exports.list().filter(isServed)) {
    counts.exports[readinessOf(apiExport)] += 1;
  }
  return counts;
};
