/** Counts app clusters and exports by state, from the caches. */
import {
  conditionReasons,
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Cache, KubeObject, Namespace } from '@klutch/kube';
import { identityOfNamespace } from '../identity/clusterNamespace';
import type { BindingCounts, TenantState } from './BindingMetrics';

/** The counted objects, and the namespaces that decide whether an object is counted. */
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

/** Tenants write this status, and the CRD does not restrict its values: any other value counts as `Unknown`. */
const readinessOf = ({
  status,
}: APIServiceExport): keyof BindingCounts['exports'] => {
  const ready = getCondition(status?.conditions, conditionTypes.ready);
  return ready?.status === 'True' || ready?.status === 'False'
    ? ready.status
    : 'Unknown';
};

/**
 * Only objects in cluster namespaces are counted: other users may create objects of these types in namespaces of their
 * own.
 */
export const bindingCounts = ({
  clusterBindings,
  exports,
  namespaces,
}: CountedCaches): BindingCounts => {
  const counts: BindingCounts = {
    tenants: { ready: 0, not_ready: 0, heartbeat_lost: 0 },
    exports: { True: 0, False: 0, Unknown: 0 },
  };
  const isServed = ({ metadata }: Pick<KubeObject, 'metadata'>) =>
    identityOfNamespace(namespaces.get(metadata.namespace ?? '')) !== undefined;
  for (const binding of clusterBindings.list().filter(isServed)) {
    counts.tenants[stateOf(binding)] += 1;
  }
  for (const apiExport of exports.list().filter(isServed)) {
    counts.exports[readinessOf(apiExport)] += 1;
  }
  return counts;
};
