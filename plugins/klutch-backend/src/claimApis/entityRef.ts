/** Reads entity refs of the catalog. Pure functions. */
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';

/** The full ref, in lower case; undefined for a text that is none. */
export function entityRefOf(
  text: string | undefined,
  defaultKind: string,
): string | undefined {
  if (!text) return undefined;
  try {
    return stringifyEntityRef(parseEntityRef(text, { defaultKind }));
  } catch {
    return undefined;
  }
}

/** The full ref of a user or, without a kind, group; undefined for a text that is none. */
export function userOrGroupRefOf(text: string | undefined): string | undefined {
  const ref = entityRefOf(text, 'group');
  return ref && ['user', 'group'].includes(parseEntityRef(ref).kind)
    ? ref
    : undefined;
}
