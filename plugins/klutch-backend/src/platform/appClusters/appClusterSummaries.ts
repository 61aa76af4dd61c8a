/** App clusters in one line each, a page at a time. Pure functions. */
import type { APIServiceExport, ClusterBinding } from '@klutch/bind-api';
import { withoutBuildMetadata } from '@klutch/bind-api';
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { RegisteredAppCluster } from '../../clusters/AppClusters';
import { konnectorHealth } from '../../clusters/konnectorHealth';
import { matcherOf, orderBy, pageOf, type Page } from '../pageOf';
import { appClusterView } from '../../clusters/appClusterView';
import { bindingsOf } from '../platformViews';
import { unansweredClaims } from './appClusterApi';
import { appClusterHealth, isSuspended, stateOfHealth } from './konnectorState';
import { konnectorToken } from './konnectorToken';

type Summary = Schemas['AppClusterSummary'];
type Query = NonNullable<
  operations['listAppClusterSummaries']['parameters']['query']
>;

/** Filter, order and page of a list of app clusters. */
export type AppClusterQuery = Required<
  Pick<Query, 'limit' | 'offset' | 'sort'>
> &
  Query;

/** What is known of an app cluster. */
export interface AppClusterFacts {
  registered: RegisteredAppCluster;
  clusterBinding?: ClusterBinding;
  exports: readonly APIServiceExport[];
}

/** Whether all bindings are suspended; false where the portal cannot read them. */
export function isAllSuspended({ cluster }: RegisteredAppCluster): boolean {
  const bindings = cluster?.caches.bindings.list() ?? [];
  return bindings.length > 0 && bindings.every(isSuspended);
}

/** Number of permission claims without an answer; 0 where the portal cannot read the answers. */
function countUnanswered(
  { cluster }: RegisteredAppCluster,
  exports: readonly APIServiceExport[],
): number {
  const bindings = cluster?.caches.bindings.list() ?? [];
  const exportOf = new Map(exports.map(one => [one.metadata.name, one]));
  return bindings
    .map(
      binding =>
        unansweredClaims(binding, exportOf.get(binding.metadata.name)).length,
    )
    .reduce((sum, count) => sum + count, 0);
}

/** One line about an app cluster. */
export function appClusterSummary(
  { clusterBinding, exports, registered }: AppClusterFacts,
  now: Date,
): Summary {
  const bindings = bindingsOf(registered, exports);
  const apisNotReady = bindings.filter(({ ready }) => !ready).length;
  const unanswered = countUnanswered(registered, exports);
  const health = konnectorHealth(clusterBinding, now);
  const view = appClusterView(registered);
  const { since, state } = konnectorToken(clusterBinding);
  const { conditions, konnectorVersion, lastHeartbeatTime } =
    clusterBinding?.status ?? {};
  return {
    ...view,
    health: appClusterHealth({
      isUnreachable:
        registered.connection === 'kubeconfig' && !view.reachability.reachable,
      konnector: stateOfHealth(health),
      suspended: isAllSuspended(registered),
      apisNotReady,
      unansweredClaims: unanswered,
      conditions,
    }),
    healthText: health.message,
    healthReason: health.reason,
    healthParams: health.params,
    ...(konnectorVersion && {
      konnectorVersion: withoutBuildMetadata(konnectorVersion),
    }),
    ...(lastHeartbeatTime && { lastHeartbeatAt: lastHeartbeatTime }),
    ...(state === 'Valid' && since && { tokenSince: since }),
    apis: bindings.length,
    apisNotReady,
    unansweredClaims: unanswered,
  };
}

/** What needs attention comes first. */
const healthOrder: Record<Summary['health'], number> = {
  Failing: 0,
  Degraded: 1,
  Waiting: 2,
  Suspended: 3,
  Healthy: 4,
};

const columns = {
  name: ({ title }: Summary) => title,
  health: ({ health }: Summary) => healthOrder[health],
  konnector: ({ konnectorVersion = '' }: Summary) => konnectorVersion,
  heartbeat: ({ lastHeartbeatAt = '' }: Summary) => lastHeartbeatAt,
  apis: ({ apis }: Summary) => apis,
  token: ({ tokenSince = '' }: Summary) => tokenSince,
};

const byTitle = (a: Summary, b: Summary) =>
  a.title.localeCompare(b.title) || a.id.localeCompare(b.id);

/**
 * Filters by what the lines show.
 *
 * @param isReadable - whether the user may see an app cluster, by its id; others are not counted either
 */
export function appClusterPage(
  summaries: readonly Summary[],
  { health, limit, offset, search, sort }: AppClusterQuery,
  isReadable: (id: string) => boolean,
): Page<Summary> {
  const matches = matcherOf(search);
  const found = summaries.filter(
    summary =>
      isReadable(summary.id) &&
      (!health || summary.health === health) &&
      matches([summary.id, summary.title, summary.konnectorVersion]),
  );
  return pageOf(found.sort(orderBy(sort, columns, byTitle)), { limit, offset });
}
