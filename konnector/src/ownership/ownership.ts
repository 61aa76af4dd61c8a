/** Whose is the object that stands where our copy belongs? Pure. */
import type { KubeObject } from '@klutch/kube';
import { isUnclaimed } from './isAdoptable';
import { isMadeFrom } from './origin';
import { carriesMarks, carriesOtherMarks } from '../mapping/carriesMarks';
import type { Marks } from '../mapping/Mapping';
import { annotations, type ClusterPins } from '../markers';

/**
 * How an object came to be ours: `marked` carries our cluster's UID, or that of the one we took over from, `reference`
 * was made by the reference's konnector, `origin` is what the app cluster object was made from, `adoptable` is somebody
 * else's that a person allowed us to take over: anybody, or, where it is another app cluster's, us by the UID.
 */
export type Ownership =
  | { owner: 'nobody' }
  | { owner: 'us'; how: 'marked' | 'reference' | 'origin' | 'adoptable' }
  /** `allowedBy`: value of the annotation by which a person lets us take it over; absent: none does. */
  | { owner: 'other'; why: string; allowedBy?: string };

/** What tells whose an object of the control plane is. */
export interface Claimant {
  pins: ClusterPins;
  /** That each copy of the API carries. */
  marks: Marks;
  /** The object of the app cluster whose place it has, if there is one. */
  object?: KubeObject;
}

/** True for this app cluster, and for the one that it took over from. */
export const isOwnCluster = (
  cluster: string | undefined,
  pins: ClusterPins,
): boolean =>
  cluster !== undefined &&
  (cluster === pins.consumerCluster || cluster === pins.formerCluster);

const isMarkedOurs = (found: Record<string, string>, pins: ClusterPins) =>
  isOwnCluster(found[annotations.consumerCluster], pins);

/**
 * Another app cluster's mark is on it, or that of another cluster namespace: with those, `<cluster namespace>-<name>` is
 * no longer ambiguous.
 */
export function isMarkedForOther(
  object: KubeObject,
  { pins, marks }: Claimant,
): boolean {
  const found = object.metadata.annotations ?? {};
  return (
    carriesOtherMarks(object, marks) ||
    (found[annotations.consumerCluster] !== undefined &&
      !isMarkedOurs(found, pins))
  );
}

/**
 * Decides by the markers on the control plane object; `bound` on the app cluster object is never an input. A copy with
 * `bound` and without a cluster marker was made by the reference's konnector and is ours, if it carries the marks that
 * the reference gives to copies of this API.
 */
export function classifyOwnership(
  provider: KubeObject | undefined,
  claimant: Claimant,
): Ownership {
  if (!provider) return { owner: 'nobody' };
  const { pins, marks, object } = claimant;
  const found = provider.metadata.annotations ?? {};
  const isForOther = isMarkedForOther(provider, claimant);
  if (!isForOther && isMarkedOurs(found, pins)) {
    return { owner: 'us', how: 'marked' };
  }
  const isNamed = found[annotations.adopt] === pins.consumerCluster;
  if (isForOther) {
    const why = 'it belongs to another app cluster';
    // Names alone may mean the other tenant's object, so nobody takes over what is marked for its cluster namespace.
    if (carriesOtherMarks(provider, marks)) return { owner: 'other', why };
    return isNamed
      ? { owner: 'us', how: 'adoptable' }
      : { owner: 'other', why, allowedBy: pins.consumerCluster };
  }
  if (isNamed || found[annotations.adopt] === 'true') {
    return { owner: 'us', how: 'adoptable' };
  }
  if (found[annotations.bound] !== undefined && carriesMarks(provider, marks)) {
    return { owner: 'us', how: 'reference' };
  }
  if (object && isUnclaimed(provider, marks) && isMadeFrom(object, provider)) {
    return { owner: 'us', how: 'origin' };
  }
  return {
    owner: 'other',
    why: 'it was not created by this binding',
    allowedBy: 'true',
  };
}
