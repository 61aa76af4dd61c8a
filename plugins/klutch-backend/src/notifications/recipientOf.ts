/** Whom notifications may be sent to. Pure function. */
import { parseEntityRef } from '@backstage/catalog-model';
import { entityRefOf } from '../claimApis/entityRef';

/** The full ref of a user or, without a kind, group; undefined for a text that is none. */
export function recipientOf(text: string | undefined): string | undefined {
  const ref = entityRefOf(text, 'group');
  return ref && ['user', 'group'].includes(parseEntityRef(ref).kind)
    ? ref
    : undefined;
}
