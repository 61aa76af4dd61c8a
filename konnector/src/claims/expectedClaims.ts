/** Claims of bindings as declared by the bindings and their exports, whether the claims can be served or not. Pure. */
import type {
  APIServiceBinding,
  APIServiceExport,
  PermissionClaim,
} from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import type { ClaimOptions } from '../pairs/claimedObject/EffectiveClaims';
import { formerClusterOf } from '../formerCluster';
import { acceptedClaims, planClaims } from './planClaims';

/** The claims that a binding declares. */
export interface DeclaredClaims {
  claims: readonly PermissionClaim[];
  options?: ClaimOptions;
}

/** Options that a binding declares with its claims. */
export const claimOptionsOf = (
  binding: APIServiceBinding,
  { spec }: APIServiceExport,
): ClaimOptions => ({
  isolation: spec.clusterScopedIsolation ?? 'Prefixed',
  formerCluster: formerClusterOf(binding),
});

/** Without its export it is unknown which claims still exist, so all claims accepted by the binding count. */
const possibleClaimsOf = (
  binding: APIServiceBinding,
  apiExport: APIServiceExport | undefined,
): DeclaredClaims =>
  apiExport
    ? {
        claims: planClaims(binding, apiExport).accepted,
        options: claimOptionsOf(binding, apiExport),
      }
    : {
        claims: acceptedClaims(binding),
        options: { formerCluster: formerClusterOf(binding) },
      };

/**
 * The claims of each of the bindings, by binding; none for bindings that are being deleted.
 * @param bindings - those of one cluster namespace.
 * @param exportOf - the export of an API in that namespace.
 */
export function expectedClaims(
  bindings: readonly APIServiceBinding[],
  exportOf: (name: string) => APIServiceExport | undefined,
): ReadonlyMap<string, DeclaredClaims> {
  const expected = new Map<string, DeclaredClaims>();
  for (const binding of bindings) {
    const { metadata } = binding;
    if (metadata.deletionTimestamp) continue;
    const possible = possibleClaimsOf(binding, exportOf(metadata.name ?? ''));
    if (possible.claims.length > 0) expected.set(keyOf(binding), possible);
  }
  return expected;
}
