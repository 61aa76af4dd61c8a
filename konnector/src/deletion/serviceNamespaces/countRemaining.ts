/** Counts the remaining objects of a type in a service namespace. */
import {
  isForbidden,
  isNotFound,
  metadataOf,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { annotations } from '../../markers';
import { findTypeInAnyVersion } from '../../typeDiscovery';
import type { RemainingType } from './remainingTypes';

/** Annotations on everything that our konnector or the reference's writes on the control plane. */
const marks = [
  annotations.bound,
  annotations.consumerCluster,
  annotations.resourceOwner,
];

const isMarked = ({ metadata }: KubeObject) =>
  marks.some(mark => metadata.annotations?.[mark] !== undefined);

/**
 * Undefined when the count is unknown: the control plane forbids listing the type, or does not serve it. Objects are
 * deleted with their CRD, but those of a CRD that serves no version still exist, and a tenant cannot distinguish the
 * two cases.
 * @param client - of the control plane cluster.
 * @throws ApiError, ConnectionError when a request fails for another reason.
 */
export async function countRemaining(
  client: KubeClient,
  namespace: string,
  { onlyMarked, ...type }: RemainingType,
): Promise<number | undefined> {
  try {
    const resource = await findTypeInAnyVersion(client, type);
    if (!resource) return undefined;
    if (!resource.namespaced) return 0;
    const { items } = await client.list(metadataOf(resource), { namespace });
    return onlyMarked ? items.filter(isMarked).length : items.length;
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  }
}
