/** Intersects two selectors of permission claims. Pure. */
import type { PermissionClaimSelector } from '@klutch/bind-api';

const isAll = (list: readonly string[] | undefined): boolean =>
  !list || list.includes('*');

/** The intersection of two lists; undefined when both have names but none in common. */
function intersectLists(
  a: string[] | undefined,
  b: string[] | undefined,
): { list?: string[] } | undefined {
  if (isAll(a)) return { list: b };
  if (isAll(b) || !b) return { list: a };
  const list = a?.filter(name => b.includes(name)) ?? [];
  const neitherNames = a?.length === 0 && b.length === 0;
  return list.length > 0 || neitherNames ? { list } : undefined;
}

/**
 * The label maps that match the objects matched by both lists: every combination of maps that do not contradict each
 * other.
 */
function intersectLabelSelectors(
  a: Record<string, string>[] = [],
  b: Record<string, string>[] = [],
): Record<string, string>[] | undefined {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const merged = a.flatMap(one =>
    b
      .filter(other =>
        Object.entries(other).every(
          ([key, value]) => (one[key] ?? value) === value,
        ),
      )
      .map(other => ({ ...one, ...other })),
  );
  return merged.length > 0 ? merged : undefined;
}

/**
 * The selector of the objects that both selectors select; undefined when there can be none. Owners are not compared.
 */
export function intersectSelectors(
  a: PermissionClaimSelector,
  b: PermissionClaimSelector,
): PermissionClaimSelector | undefined {
  const names = intersectLists(a.names, b.names);
  const namespaces = intersectLists(a.namespaces, b.namespaces);
  const labelSelectors = intersectLabelSelectors(
    a.labelSelectors,
    b.labelSelectors,
  );
  if (!names || !namespaces || !labelSelectors) return undefined;
  const fieldSelectors = [
    ...new Set([...(a.fieldSelectors ?? []), ...(b.fieldSelectors ?? [])]),
  ];
  return {
    ...a,
    ...(names.list && { names: names.list }),
    ...(namespaces.list && { namespaces: namespaces.list }),
    ...(labelSelectors.length > 0 && { labelSelectors }),
    ...(fieldSelectors.length > 0 && { fieldSelectors }),
  };
}
