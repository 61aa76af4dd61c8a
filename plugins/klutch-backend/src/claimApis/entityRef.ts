/** Reads entity refs of the catalog. Pure function. */
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
