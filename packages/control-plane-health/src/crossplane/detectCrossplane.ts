/** Which major version of Crossplane serves the control plane. */
import { core, resourceName, type KubeClient } from '@klutch/kube';
import {
  crossplane1,
  crossplane2,
  type CrossplaneVersion,
} from './CrossplaneVersion';
import { xrds } from './resources';

/**
 * The version by the CRD of XRDs, which Crossplane 2 serves as `v2`, too; undefined without Crossplane.
 * @throws ApiError when the CRD may not be read
 */
export async function detectCrossplane(
  client: KubeClient,
): Promise<CrossplaneVersion | undefined> {
  const crd = await client.get(core.customResourceDefinitions, {
    name: resourceName(xrds),
  });
  if (!crd) return undefined;
  const serves2 = crd.spec.versions.some(
    ({ name, served }) => name === 'v2' && served,
  );
  return serves2 ? crossplane2 : crossplane1;
}
