/** What the reference's konnector makes of what ours leaves alone. Pure. */
import type { KubeObject } from '@klutch/kube';
import { keepsCopy } from '../deletion/planDeletion';
import { annotations } from '../markers';
import { classifyOwnership, type Claimant } from '../ownership/ownership';

/** What happens to an object, or its copy, once the reference's konnector is at work. */
export type Outcome =
  /** It is the copy of an object that is gone: it is deleted within seconds. */
  | 'Orphaned'
  /** Its object is being deleted and waits, by the breaker or for another reason: the copy is deleted within seconds. */
  | 'DeletionWaiting'
  /** It did not come from here and has the name of an object: the spec of that is written over it. */
  | 'Overwritten'
  /** Somebody wants it to outlive its object: it is deleted with that. */
  | 'KeepForgotten';

const isBeingDeleted = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/**
 * The outcome of what is in the place of a copy; undefined: both konnectors do the same. Without `bound` the reference's
 * makes an object of it on the app cluster, and deletes nothing.
 * @param object - that has the place, of the app cluster.
 */
export function outcomeOfCopy(
  copy: KubeObject,
  object: KubeObject | undefined,
  claimant: Claimant,
): Outcome | undefined {
  if (isBeingDeleted(copy)) return undefined;
  if (!object) {
    return copy.metadata.annotations?.[annotations.bound] === undefined
      ? undefined
      : 'Orphaned';
  }
  if (isBeingDeleted(object)) return 'DeletionWaiting';
  const { owner } = classifyOwnership(copy, { ...claimant, object });
  if (owner === 'other') return 'Overwritten';
  return keepsCopy(object) ? 'KeepForgotten' : undefined;
}

/** A claimed object and what has its place on the other cluster. */
export interface ClaimedPair {
  provider?: KubeObject;
  consumer?: KubeObject;
}

/** The owner that an object names. */
const ownerOf = (object: KubeObject) =>
  object.metadata.annotations?.[annotations.resourceOwner];

/** Likewise of a claimed pair, with the side on which something is lost. */
export function outcomeOfClaimed({
  provider,
  consumer,
}: ClaimedPair):
  { outcome: Outcome; side: 'provider' | 'consumer' } | undefined {
  if ([provider, consumer].some(object => object && isBeingDeleted(object))) {
    return undefined;
  }
  if (provider && ownerOf(provider) === 'Consumer') {
    if (!consumer) return { outcome: 'Orphaned', side: 'provider' };
    return keepsCopy(consumer)
      ? { outcome: 'KeepForgotten', side: 'provider' }
      : undefined;
  }
  return consumer && !provider && ownerOf(consumer) === 'Provider'
    ? { outcome: 'Orphaned', side: 'consumer' }
    : undefined;
}
