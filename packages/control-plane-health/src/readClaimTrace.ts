/** Reads what a claim consists of, on any control plane. */
import type { KubeClient, Unstructured } from '@klutch/kube';
import { ClaimTracer, type ClaimTrace } from './ClaimTracer';
import { detectCrossplane } from './crossplane/detectCrossplane';

/**
 * A claim with everything composed for it; without Crossplane, the claim alone.
 * @throws ApiError when the CRD of XRDs may not be read, which tells the version of Crossplane
 */
export async function readClaimTrace(
  client: KubeClient,
  claim: Unstructured,
): Promise<ClaimTrace> {
  const crossplane = await detectCrossplane(client);
  if (crossplane) return new ClaimTracer(client, crossplane).trace(claim);
  const { apiVersion = '', kind = '', metadata } = claim;
  const { name = '', namespace } = metadata;
  return {
    reference: { apiVersion, kind, name, namespace },
    object: claim,
    children: [],
  };
}
