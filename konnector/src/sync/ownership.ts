/** Whose is the object that stands where our copy belongs? Pure. */
import type { KubeObject } from '@klutch/kube';
import { annotations, type ClusterPins } from '../markers';

/**
 * How an object came to be ours: `marked` carries our cluster's UID, or that of the one we took over from, `reference` was made by the reference's konnector,
 * `adoptable` is somebody else's that a person allowed us to take over.
 */
export type Ownership =
  | { owner: 'nobody' }
  | { owner: 'us'; how: 'marked' | 'reference' | 'adoptable' }
  | { owner: 'other'; why: string };

/**
 * Decides by the markers on the control plane object alone; annotations of the app cluster object are never an input.
 * A copy with `bound` and without a cluster marker was made by the reference's konnector and is ours.
 */
export function classifyOwnership(
  provider: KubeObject | undefined,
  pins: ClusterPins,
): Ownership {
  if (!provider) return { owner: 'nobody' };
  const marks = provider.metadata.annotations ?? {};
  const cluster = marks[annotations.consumerCluster];
  const isOurs =
    cluster !== undefined &&
    (cluster === pins.consumerCluster || cluster === pins.formerCluster);
  if (isOurs) return { owner: 'us', how: 'marked' };
  if (marks[annotations.adopt] === 'true') {
    return { owner: 'us', how: 'adoptable' };
  }
  if (cluster !== undefined) {
    return { owner: 'other', why: 'it belongs to another app cluster' };
  }
  if (marks[annotations.bound] !== undefined) {
    return { owner: 'us', how: 'reference' };
  }
  return { owner: 'other', why: 'it was not created by this binding' };
}
