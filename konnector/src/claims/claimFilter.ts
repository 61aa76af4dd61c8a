/** Which objects does a permission claim mean? Pure. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { ClaimableObject } from './platformObjects';

const allows = (list: readonly string[] | undefined, value: string) =>
  !list || list.includes('*') || list.includes(value);

const fieldOf = (
  object: ClaimableObject,
  namespace: string,
  field: string,
): string | undefined => {
  switch (field) {
    case 'metadata.name':
      return object.metadata.name;
    case 'metadata.namespace':
      return namespace;
    case 'type':
      return object.type ?? '';
    default:
      return undefined;
  }
};

/** A selector on a field that cannot be read matches nothing: a claim is never wider than what it says. */
const matchesField = (
  object: ClaimableObject,
  namespace: string,
  selector: string,
) => {
  const [, field = '', operator = '', value = ''] =
    /^\s*([^=!\s]+)\s*(!=|==?)\s*(.*?)\s*$/.exec(selector) ?? [];
  const actual = fieldOf(object, namespace, field);
  if (actual === undefined) return false;
  return operator === '!=' ? actual !== value : actual === value;
};

/**
 * True when the claim's selector covers a provider-owned object.
 * @param namespace - the app cluster's namespace; selectors speak of the app cluster.
 */
export function claimCovers(
  claim: PermissionClaim,
  object: ClaimableObject,
  namespace: string,
): boolean {
  const selector = claim.selector ?? {};
  const labels = object.metadata.labels ?? {};
  return (
    selector.owner !== 'Consumer' &&
    allows(selector.namespaces, namespace) &&
    allows(selector.names, object.metadata.name ?? '') &&
    (!selector.labelSelectors?.length ||
      selector.labelSelectors.some(wanted =>
        Object.entries(wanted).every(([key, value]) => labels[key] === value),
      )) &&
    (selector.fieldSelectors ?? []).every(fields =>
      fields.split(',').every(one => matchesField(object, namespace, one)),
    )
  );
}
