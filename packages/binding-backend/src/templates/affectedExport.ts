/** How the permission claims of an export change when the export follows a changed template; pure. */
import {
  claimId,
  type APIServiceExport,
  type APIServiceExportTemplate,
  type PermissionClaim,
} from '@klutch/bind-api';
import equal from 'fast-deep-equal';

/** An export, and how its claims change. */
export interface AffectedExport {
  /** Cluster namespace of the app cluster. */
  clusterNamespace: string;
  /** Claims that the app cluster has not been asked about. */
  added: PermissionClaim[];
  /**
   * Claims on the same type and owner as before, with other contents. The konnector keeps what was accepted, as far as
   * the export still claims it.
   */
  changed: PermissionClaim[];
  /** Claims that end, because nothing on the same type and owner is claimed any more. */
  removed: PermissionClaim[];
}

const idsOf = (claims: readonly PermissionClaim[]): Set<string> =>
  new Set(claims.map(claimId));

/**
 * Compares the claims of an export with those of a template.
 *
 * @param template - with the API server's defaults, as in the response to a dry run; exports have them as well
 */
export const affectedExport = (
  { metadata, spec }: APIServiceExport,
  template: Pick<APIServiceExportTemplate, 'spec'>,
): AffectedExport => {
  const { permissionClaims: wanted = [] } = template.spec;
  const { permissionClaims: present = [] } = spec;
  const presentIds = idsOf(present);
  const wantedIds = idsOf(wanted);
  return {
    clusterNamespace: metadata.namespace ?? '',
    added: wanted.filter(claim => !presentIds.has(claimId(claim))),
    changed: wanted.filter(
      claim =>
        presentIds.has(claimId(claim)) &&
        !present.some(other => equal(other, claim)),
    ),
    removed: present.filter(claim => !wantedIds.has(claimId(claim))),
  };
};
