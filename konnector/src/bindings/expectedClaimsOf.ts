/** What bindings claim by what they and their exports say, whatever keeps them from being served. Pure. */
import type { APIServiceBinding, APIServiceExport } from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import type { ClaimTerms } from '../claims/ClaimsInForce';
import type { SaidClaims } from '../claims/SharedClaims';
import type { ExpectedClaims } from '../controlPlane/ExpectedClaims';
import { formerClusterOf } from '../formerCluster';
import { annotations } from '../markers';
import { planClaims } from './planClaims';

/** What a binding says along with its claims. */
export const claimTermsOf = (
  binding: APIServiceBinding,
  { spec }: APIServiceExport,
): ClaimTerms => ({
  isolation: spec.clusterScopedIsolation ?? 'Prefixed',
  formerCluster: formerClusterOf(binding),
});

/** Bindings that are being deleted claim nothing any more, and those that are tied to nothing yet have never done. */
export const expectedClaimsOf =
  (bindings: () => readonly APIServiceBinding[]): ExpectedClaims =>
  (providerNamespaceUid, exportOf) => {
    const expected = new Map<string, SaidClaims>();
    for (const binding of bindings()) {
      const { metadata } = binding;
      const tiedTo = metadata.annotations?.[annotations.providerNamespaceUid];
      if (metadata.deletionTimestamp || tiedTo !== providerNamespaceUid) {
        continue;
      }
      const apiExport = exportOf(metadata.name ?? '');
      if (!apiExport) continue;
      const { accepted: claims } = planClaims(binding, apiExport);
      if (claims.length === 0) continue;
      const terms = claimTermsOf(binding, apiExport);
      expected.set(keyOf(binding), { claims, terms });
    }
    return expected;
  };
