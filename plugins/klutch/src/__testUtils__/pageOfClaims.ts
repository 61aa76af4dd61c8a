/** Lists of claims of the in-memory portal, filtered and by page. */
import type { AppCluster, Claim } from '../api/types';

/** What the in-memory portal knows for its lists. */
export interface ClaimLists {
  claims: Claim[];
  may: Claim['may'];
  appClusters: AppCluster[];
  complete: boolean;
  forbidden?: boolean;
  maxLimit: number;
}

/** The states that need attention, the most urgent last. */
const attention: Claim['state'][] = ['Unknown', 'Degraded', 'Failed'];

/** A page of claims, by name or state; the cursor is the number of rows before the page. */
export function pageOfClaims(
  portal: ClaimLists,
  query: Record<string, string>,
) {
  const rows = portal.claims
    .filter(item => matches(item, query))
    .filter(
      item =>
        !query.withoutInstance ||
        !portal.claims.some(
          ({ type, name }) => type === 'instance' && name === item.instanceRef,
        ),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  if (query.sort === 'state') {
    rows.sort(
      (a, b) => attention.indexOf(b.state) - attention.indexOf(a.state),
    );
  }
  if (query.sort?.startsWith('-')) rows.reverse();
  const start = Number(query.cursor ?? 0);
  const end = start + Math.min(Number(query.limit ?? 500), portal.maxLimit);
  const ofType = portal.claims.filter(
    ({ type }) => (query.type ?? type) === type,
  );
  const valuesOf = (pick: (item: Claim) => string | undefined) =>
    [...new Set(ofType.flatMap(item => pick(item) ?? []))].map(value => ({
      value,
      count: ofType.filter(item => pick(item) === value).length,
    }));
  return {
    items: rows
      .slice(start, end)
      .map(item => (query.may ? { may: portal.may, ...item } : item)),
    total: rows.length,
    ...(end < rows.length && { nextCursor: String(end) }),
    ...(query.facets && {
      facets: {
        cluster: valuesOf(item => item.cluster),
        namespace: valuesOf(item => item.namespace),
        resource: valuesOf(item => item.resource),
        state: valuesOf(item => item.state),
        owner: valuesOf(item => item.owner),
      },
    }),
    clusters: portal.appClusters,
    complete: portal.complete,
    forbidden: portal.forbidden,
  };
}

function matches(item: Claim, query: Record<string, string>): boolean {
  const { type, cluster, namespace, instance, instanceResource } = query;
  return (
    item.name.includes(query.search ?? '') &&
    (query.name ?? item.name) === item.name &&
    (query.resource ?? item.resource) === item.resource &&
    (query.state ?? item.state) === item.state &&
    (query.owner ?? item.owner) === item.owner &&
    (query.component ?? item.component) === item.component &&
    (type ?? item.type) === item.type &&
    (cluster ?? item.cluster) === item.cluster &&
    (namespace ?? item.namespace) === item.namespace &&
    (instance ?? item.instanceRef) === item.instanceRef &&
    (instanceResource ?? item.instanceResource) === item.instanceResource
  );
}
