/** What the reference's konnector does with objects that ours leaves alone. Pure. */
import type { KubeObject } from '@klutch/kube';
import { keepsCopy } from '../deletion/planDeletion';
import { annotations } from '../markers';
import { classifyOwnership, type Claimant } from '../ownership/ownership';

/** What happens to an object, or its copy, once the reference's konnector runs. */
export type Outcome =
  /** The copy of an object that is gone: deleted within seconds. */
  | 'Orphaned'
  /** The copy of an object whose deletion is paused, by the breaker or for another reason: deleted within seconds. */
  | 'DeletionWaiting'
  /** An object on the control plane that is not a copy but has the name of one: its spec is overwritten. */
  | 'Overwritten'
  /** A copy annotated to outlive its object: deleted together with the object. */
  | 'KeepForgotten';

const isBeingDeleted = ({ metadata }: KubeObject) =>
  metadata.deletionTimestamp !== undefined;

/**
 * The outcome for an object under the key of a copy; undefined when both konnectors do the same. From an object
 * without `bound` the reference's konnector creates an object on the app cluster, and deletes nothing.
 * @param object - of that key on the app cluster.
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

export interface ClaimedPair {
  provider?: KubeObject;
  consumer?: KubeObject;
}

/** The owner named in an object's annotation. */
const ownerOf = (object: KubeObject) =>
  object.metadata.annotations?.[annotations.resourceOwner];

/** As {@link outcomeOfCopy}, for a claimed pair: the outcome, with the side whose data is lost. */
export function outcomeOfClaimed({
  provider,
  consumer,
}: ClaimedPair):
  | { outcome: Outcome; side: 'provider' | 'consumer' }
  | undefined {
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
