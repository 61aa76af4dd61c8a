/** Which permission claims of an export are in force on this app cluster? Pure. */
import type {
  AcceptablePermissionClaim,
  APIServiceBinding,
  APIServiceExport,
  PermissionClaim,
} from '@klutch/bind-api';

/** Claims as somebody answered them on the binding. */
export interface ClaimAnswers {
  /** Claims to act on; with the selectors that were accepted. */
  accepted: AcceptablePermissionClaim[];
  /** Required claims of the export that nobody accepted, named for people. */
  missing: string[];
}

const idOf = (claim: PermissionClaim) =>
  `${claim.resource}.${claim.version}.${claim.group ?? ''}/${claim.selector?.owner ?? ''}`;

const describe = (claim: PermissionClaim) =>
  claim.group ? `${claim.resource}.${claim.group}` : claim.resource;

/** Pairs the export's claims with the binding's answers. */
export function planClaims(
  binding: APIServiceBinding,
  apiExport: APIServiceExport,
): ClaimAnswers {
  const accepted = (binding.spec?.permissionClaims ?? []).filter(
    claim => claim.state === 'Accepted',
  );
  const acceptedIds = new Set(accepted.map(idOf));
  const missing = (apiExport.spec.permissionClaims ?? [])
    .filter(claim => claim.required && !acceptedIds.has(idOf(claim)))
    .map(describe);
  return { accepted, missing };
}

/** Fields of a claim that this konnector does not act on, for a warning: a field is never passed over in silence. */
export function unsupportedFields(claim: PermissionClaim): string[] {
  const fields: [string, boolean][] = [
    ['selector.owner: Consumer', claim.selector?.owner === 'Consumer'],
    ['read', Object.values(claim.read ?? {}).some(list => list?.length)],
    ['update', Object.keys(claim.update ?? {}).length > 0],
    ['autoAdopt', claim.autoAdopt === true],
    ['autoDonate', claim.autoDonate === true],
    [
      'onConflict.recreateWhenConsumerSideDeleted: false',
      claim.onConflict?.recreateWhenConsumerSideDeleted === false,
    ],
  ];
  return fields.filter(([, used]) => used).map(([field]) => field);
}
