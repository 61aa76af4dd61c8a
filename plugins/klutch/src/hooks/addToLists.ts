/** Shows a new claim in the cached lists before the backend lists it. */
import type { QueryClient } from '@tanstack/react-query';
import type { AppCluster, Claim } from '../api/types';
import { queryKeys, type ClaimQuery } from '../api/queryKeys';

/** Whether a list contains the claim; false where only the backend knows. */
function isListed(filter: ClaimQuery, claim: Claim): boolean {
  return (
    !filter.search &&
    !filter.cursor &&
    !filter.withoutInstance &&
    (filter.resource ?? claim.resource) === claim.resource &&
    (filter.state ?? claim.state) === claim.state &&
    (filter.owner ?? claim.owner) === claim.owner &&
    (filter.component ?? claim.component) === claim.component &&
    (filter.name ?? claim.name) === claim.name &&
    (filter.type ?? claim.type) === claim.type &&
    (filter.cluster ?? claim.cluster) === claim.cluster &&
    (filter.namespace ?? claim.namespace) === claim.namespace &&
    (filter.instance ?? claim.instanceRef) === claim.instanceRef &&
    (filter.instanceResource ?? claim.instanceResource) ===
      claim.instanceResource
  );
}

interface ClaimList {
  items: Claim[];
  total: number;
  clusters: AppCluster[];
  complete?: boolean;
}

/**
 * Adds a new claim to the cached lists immediately, as their first row: its place in the order, which the backend
 * knows, may be on another page. The next signal refetches the lists.
 */
export function addToLists(client: QueryClient, claim: Claim) {
  for (const query of client
    .getQueryCache()
    .findAll({ queryKey: queryKeys.allClaims })) {
    const filter = (query.queryKey[2] ?? {}) as ClaimQuery;
    if (isListed(filter, claim)) {
      client.setQueryData<ClaimList>(query.queryKey, list => {
        if (!list || list.items.some(({ uid }) => uid === claim.uid)) {
          return list;
        }
        const items = [claim, ...list.items];
        return { ...list, items, total: list.total + 1 };
      });
    }
  }
}
