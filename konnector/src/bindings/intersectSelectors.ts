/** Which objects do two selectors of permission claims both mean? Pure. */
import type { PermissionClaimSelector } from '@klutch/bind-api';

const isAll = (list: readonly string[] | undefined): boolean =>
  !list || list.includes('*');

/** Undefined when both name something and nothing of it is the same. */
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

/** An object matches one map of each list when it matches one of these; maps that contradict each other match nothing. */
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

/** The selector for what both mean, or undefined when no object can be meant by both. Owners are not looked at. */
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
