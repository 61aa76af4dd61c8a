/** Counts what is left of a type in a service namespace. */
import {
  isForbidden,
  isNotFound,
  metadataOf,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { annotations } from '../markers';
import type { TypeDiscovery } from '../typeDiscovery';
import type { RemainingType } from './remainingTypes';

/** On all that the konnector, or the reference's, writes on the control plane. */
const marks = [
  annotations.bound,
  annotations.consumerCluster,
  annotations.resourceOwner,
];

const isMarked = ({ metadata }: KubeObject) =>
  marks.some(mark => metadata.annotations?.[mark] !== undefined);

/**
 * Undefined when it cannot be known: the control plane refuses to list the type, or does not show it. Objects go with
 * their CRD, but those of a CRD that serves no version are there all the same, and a tenant cannot tell the two apart.
 * @param client - of the control plane.
 * @param typeDiscovery - by it.
 * @throws ApiError, ConnectionError when asking fails for another reason.
 */
export async function countRemaining(
  client: KubeClient,
  typeDiscovery: TypeDiscovery,
  namespace: string,
  { onlyMarked, ...type }: RemainingType,
): Promise<number | undefined> {
  try {
    const resource = await typeDiscovery.findAny(type);
    if (!resource) return undefined;
    if (!resource.namespaced) return 0;
    const { items } = await client.list(metadataOf(resource), { namespace });
    return onlyMarked ? items.filter(isMarked).length : items.length;
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  }
}
