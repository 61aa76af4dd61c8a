/** Entity refs as names of people and groups. */
import { parseEntityRef } from '@backstage/catalog-model';

/** The name in an entity ref, or the text itself when it is none. */
export function ownerName(ref: string): string {
  try {
    return parseEntityRef(ref, { defaultKind: 'user' }).name;
  } catch {
    return ref;
  }
}
