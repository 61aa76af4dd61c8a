/** Claims of bindings as declared by the bindings and their exports, whether the claims can be served or not. Pure. */
import type { APIServiceBinding, APIServiceExport } from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import type { ClaimOptions } from '../pairs/claimedObject/EffectiveClaims';
import type { DeclaredClaims } from '../claims/SharedClaims';
import type { ExpectedClaims } from '../controlPlane/ExpectedClaims';
import { targetsClusterNamespace } from '../controlPlane/targetsClusterNamespace';
import { formerClusterOf } from '../formerCluster';
import { planClaims } from './planClaims';

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
        claims: (binding.spec?.permissionClaims ?? []).filter(
          ({ state }) => state === 'Accepted',
        ),
        options: { formerCluster: formerClusterOf(binding) },
      };

/** Bindings that are being deleted have no expected claims. */
export const expectedClaimsOf =
  (bindings: () => readonly APIServiceBinding[]): ExpectedClaims =>
  ({ secretRef, uid }, exportOf) => {
    const expected = new Map<string, DeclaredClaims>();
    for (const binding of bindings()) {
      const { metadata } = binding;
      if (
        metadata.deletionTimestamp ||
        !targetsClusterNamespace(binding, secretRef, uid)
      ) {
        continue;
      }
      const possible = possibleClaimsOf(binding, exportOf(metadata.name ?? ''));
      if (possible.claims.length > 0) expected.set(keyOf(binding), possible);
    }
    return expected;
  };
