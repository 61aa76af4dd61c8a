/** Filters the list of instances and collects the filters' options. */
import type { Claim } from '../api/types';

export const instanceFilters = [
  'search',
  'cluster',
  'namespace',
  'service',
  'state',
] as const;
export type InstanceFilter = Record<(typeof instanceFilters)[number], string>;

/** Instances that match all filters; an empty filter matches every instance. */
export function filterInstances(
  claims: Claim[],
  filter: InstanceFilter,
): Claim[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (selected: string, value: string) =>
    selected === '' || selected === value;
  return claims
    .filter(claim => {
      const text = [
        claim.name,
        claim.namespace,
        claim.serviceTitle,
        claim.plan,
        claim.owner,
      ]
        .join(' ')
        .toLowerCase();
      return (
        words.every(word => text.includes(word)) &&
        matches(filter.cluster, claim.cluster) &&
        matches(filter.namespace, claim.namespace) &&
        matches(filter.service, claim.resource) &&
        matches(filter.state, claim.state)
      );
    })
    .sort(
      (a, b) =>
        a.name.localeCompare(b.name) ||
        a.cluster.localeCompare(b.cluster) ||
        a.namespace.localeCompare(b.namespace),
    );
}

/** A filter's value and its display name. */
export interface FilterOption {
  value: string;
  title: string;
}

/** The distinct values, sorted by title. */
export function optionsOf(
  claims: Claim[],
  pick: (claim: Claim) => FilterOption,
): FilterOption[] {
  const options = new Map(
    claims.map(claim => {
      const option = pick(claim);
      return [option.value, option];
    }),
  );
  return [...options.values()].sort((a, b) => a.title.localeCompare(b.title));
}
