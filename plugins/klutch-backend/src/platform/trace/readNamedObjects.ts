/** Reads an object of the control plane as the person, to find the claim that it was composed for. */
import {
  defineResource,
  isForbidden,
  isNotFound,
  type CustomResourceDefinition,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { apiOfCrd } from '../../claimApis/serviceInfo';
import { isNamed } from './matchClaims';
import type { TraceQuery } from './parseTraceText';

/** Objects of the kind and name; those that the person may not read, or whose API is not served, are left out. */
export async function readNamedObjects(
  client: KubeClient,
  crds: readonly CustomResourceDefinition[],
  { kind, name, namespace }: TraceQuery,
): Promise<KubeObject[]> {
  if (kind === undefined) return [];
  const read = async (crd: CustomResourceDefinition): Promise<KubeObject[]> => {
    const api = apiOfCrd(crd);
    if (!api || !isNamed(api, kind)) return [];
    const namespaced = crd.spec.scope === 'Namespaced';
    const resource = defineResource({ ...api, namespaced });
    try {
      if (namespaced && namespace === undefined) {
        const fieldSelector = `metadata.name=${name}`;
        return (await client.list(resource, { fieldSelector })).items;
      }
      const found = await client.get(
        resource,
        namespaced ? { namespace, name } : { name },
      );
      return found ? [found] : [];
    } catch (error) {
      if (isForbidden(error) || isNotFound(error)) return [];
      throw error;
    }
  };
  return (await Promise.all(crds.map(read))).flat();
}
