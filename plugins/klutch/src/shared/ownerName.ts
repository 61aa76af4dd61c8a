/** Names of users and groups from entity refs. */
import { parseEntityRef } from '@backstage/catalog-model';

/** The name in the entity ref; the text itself when it is not an entity ref. */
export function ownerName(ref: string): string {
  try {
    return parseEntityRef(ref, { defaultKind: 'user' }).name;
  } catch {
    return ref;
  }
}
