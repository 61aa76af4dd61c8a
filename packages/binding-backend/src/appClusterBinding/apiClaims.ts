/** The decisions on an export's permission claims on the binding of an AppClusterBinding; pure. */
import {
  annotations,
  claimId,
  type AcceptablePermissionClaim,
  type APIServiceBinding,
  type APIServiceExport,
  type AppClusterBinding,
  type PermissionClaim,
} from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';

/**
 * Annotation (ours) of a binding: the acceptance of all claims was copied from the AppClusterBinding, and is removed
 * together with the AppClusterBinding's.
 */
const acceptedFrom = 'klutch.anynines.com/accept-claims-from';
const appClusterBinding = 'AppClusterBinding';

const acceptsAll = ({ metadata }: KubeObject) =>
  metadata.annotations?.[annotations.acceptClaims] === 'all';

/**
 * Providing a kubeconfig is no consent to reading secrets: claims are accepted only where the user accepts them for all
 * bindings, and decisions made on the binding itself are kept.
 */
export const answerApiClaims = (
  binding: AppClusterBinding,
  claims: readonly PermissionClaim[],
  answers: readonly AcceptablePermissionClaim[],
): AcceptablePermissionClaim[] => {
  if (!acceptsAll(binding)) return [...answers];
  const rejected = answers.filter(({ state }) => state === 'Rejected');
  const ids = new Set(rejected.map(claimId));
  return [
    ...rejected,
    ...claims
      .filter(claim => !ids.has(claimId(claim)))
      .map(claim => ({ ...claim, state: 'Accepted' as const })),
  ];
};

/** Annotations of a new binding. */
export const claimAnnotations = (
  binding: AppClusterBinding,
): Record<string, string> =>
  acceptsAll(binding)
    ? {
        [annotations.acceptClaims]: 'all',
        [acceptedFrom]: appClusterBinding,
      }
    : {};

/** Annotations to change on an existing binding, `null` to remove one; annotations set by a user are kept. */
export const claimAnnotationChanges = (
  binding: AppClusterBinding,
  apiBinding: APIServiceBinding,
): Record<string, string | null> => {
  if (acceptsAll(binding)) {
    return acceptsAll(apiBinding) ? {} : claimAnnotations(binding);
  }
  return apiBinding.metadata.annotations?.[acceptedFrom] === appClusterBinding
    ? { [annotations.acceptClaims]: null, [acceptedFrom]: null }
    : {};
};

/** Types of the claims without a decision, without duplicates. */
export const unansweredClaims = (
  apiExport: APIServiceExport,
  apiBinding: APIServiceBinding,
): string[] => {
  if (acceptsAll(apiBinding)) return [];
  const answered = new Set(
    (apiBinding.spec?.permissionClaims ?? []).map(claimId),
  );
  const open = (apiExport.spec.permissionClaims ?? []).filter(
    claim => !answered.has(claimId(claim)),
  );
  return [...new Set(open.map(({ resource }) => resource))].sort();
};
