/** What bindings claim by what they and their exports say, whatever keeps them from being served. Pure. */
import type { APIServiceBinding, APIServiceExport } from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import type { ClaimTerms } from '../claims/ClaimsInForce';
import type { SaidClaims } from '../claims/SharedClaims';
import type { ExpectedClaims } from '../controlPlane/ExpectedClaims';
import { leadsTo } from '../controlPlane/leadsTo';
import { formerClusterOf } from '../formerCluster';
import { planClaims } from './planClaims';

/** What a binding says along with its claims. */
export const claimTermsOf = (
  binding: APIServiceBinding,
  { spec }: APIServiceExport,
): ClaimTerms => ({
  isolation: spec.clusterScopedIsolation ?? 'Prefixed',
  formerCluster: formerClusterOf(binding),
});

/** Without an export nobody knows what is claimed there still: all that was accepted here may be, when it comes back. */
const whatItMaySay = (
  binding: APIServiceBinding,
  apiExport: APIServiceExport | undefined,
): SaidClaims =>
  apiExport
    ? {
        claims: planClaims(binding, apiExport).accepted,
        terms: claimTermsOf(binding, apiExport),
      }
    : {
        claims: (binding.spec?.permissionClaims ?? []).filter(
          ({ state }) => state === 'Accepted',
        ),
        terms: { formerCluster: formerClusterOf(binding) },
      };

/** Bindings that are being deleted claim nothing any more. */
export const expectedClaimsOf =
  (bindings: () => readonly APIServiceBinding[]): ExpectedClaims =>
  ({ secretRef, uid }, exportOf) => {
    const expected = new Map<string, SaidClaims>();
    for (const binding of bindings()) {
      const { metadata } = binding;
      if (metadata.deletionTimestamp || !leadsTo(binding, secretRef, uid)) {
        continue;
      }
      const said = whatItMaySay(binding, exportOf(metadata.name ?? ''));
      if (said.claims.length > 0) expected.set(keyOf(binding), said);
    }
    return expected;
  };
