/** Decides what a deletion on the app cluster means for a synced object's copy. Pure; the only way to a DELETE of one. */
import { finalizers } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations, type ClusterPins } from '../markers';
import type { Marks } from '../mapping/Mapping';
import { classifyOwnership } from '../ownership/ownership';

/** Everything the decision rests on, all of it read live, never from a cache. */
export interface DeletionFacts {
  /** The app cluster object; undefined when it is gone. */
  consumer: KubeObject | undefined;
  /** UID of the object that asked for this reconcile. */
  expectedUid: string | undefined;
  /** The app cluster's CRD of the object; undefined when it is gone. */
  crd: KubeObject | undefined;
  /** See `lostOwner`; undefined: none of its owners went with its type. */
  lostOwner?: string;
  /** The control plane's copy; undefined when it is gone or there never was a service namespace. */
  provider: KubeObject | undefined;
  /** Why nobody can say at the moment whether there is a copy, in words; undefined when `provider` says it. */
  unknown?: string;
  pins: ClusterPins;
  /** That each copy of the API carries. */
  marks: Marks;
}

/** A person wants the copy to outlive the object. */
export const keepsCopy = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[annotations.deletion] === 'keep';

/**
 * The CRD was made after the object was deleted: it is a new one, and the deletion may have been that of the one before,
 * which takes all objects along. Times are in whole seconds.
 */
const isNewer = (crd: KubeObject, { metadata }: KubeObject): boolean =>
  Date.parse(crd.metadata.creationTimestamp ?? '') >=
  Date.parse(metadata.deletionTimestamp ?? '');

/** One step; the next event brings the next one. */
export type DeletionStep =
  /** The cache was behind: nothing to do, the next event decides. */
  | { step: 'nothing' }
  /** Delete the copy that was just read, and only that one. */
  | { step: 'delete-copy'; uid: string; resourceVersion: string }
  /** The copy is on its way out, or nobody knows whether there is one, as `why` says; an event wakes us. */
  | { step: 'wait'; why?: string }
  /** Let the app cluster object go. `kept` says why a copy stays behind. */
  | { step: 'remove-finalizer'; kept?: string };

/**
 * What the app cluster's object decides by itself, whatever the control plane says; undefined: it takes more.
 * @param expectedUid - see {@link DeletionFacts}.
 */
export function planByObject(
  consumer: KubeObject,
  expectedUid: string | undefined,
): DeletionStep | undefined {
  const { deletionTimestamp, uid, finalizers: held } = consumer.metadata;
  if (
    !deletionTimestamp ||
    uid !== expectedUid ||
    !held?.includes(finalizers.syncer)
  ) {
    return { step: 'nothing' };
  }
  return keepsCopy(consumer)
    ? { step: 'remove-finalizer', kept: 'somebody annotated the object so' }
    : undefined;
}

/** Released as a CRD goes or came anew, the object's or its owner's, and not, or maybe not, as somebody deleted the object. */
function planUnrequestedDeletion(
  consumer: KubeObject,
  { crd, lostOwner }: Pick<DeletionFacts, 'crd' | 'lostOwner'>,
): DeletionStep | undefined {
  if (!crd || crd.metadata.deletionTimestamp) {
    return {
      step: 'remove-finalizer',
      kept: 'the CRD is being removed from the app cluster, which is no request to destroy data',
    };
  }
  if (isNewer(crd, consumer)) {
    return {
      step: 'remove-finalizer',
      kept: 'the CRD on the app cluster was made anew since the object was deleted, so that the deletion may not have been a request to destroy data',
    };
  }
  if (lostOwner !== undefined) {
    return {
      step: 'remove-finalizer',
      kept: `its owner ${lostOwner} was made anew, or the CRD of that is gone from the app cluster, is being removed or was made anew, so that the garbage collector may have deleted the object, which is no request to destroy data`,
    };
  }
  return undefined;
}

/**
 * The copy is deleted only when the app cluster object itself is being deleted by somebody. Objects that go because
 * their CRD or that of an owner goes, or went and came back since, are released and their copies kept: nobody asked for
 * the data to be destroyed.
 */
export function planDeletion(facts: DeletionFacts): DeletionStep {
  const { consumer, provider } = facts;
  if (!consumer) return { step: 'nothing' };
  const stepByObject = planByObject(consumer, facts.expectedUid);
  if (stepByObject) return stepByObject;
  const unrequestedStep = planUnrequestedDeletion(consumer, facts);
  if (facts.unknown !== undefined) {
    return unrequestedStep ?? { step: 'wait', why: facts.unknown };
  }
  const ownership = classifyOwnership(provider, {
    pins: facts.pins,
    marks: facts.marks,
    object: consumer,
  });
  if (!provider || ownership.owner === 'nobody')
    return { step: 'remove-finalizer' };
  if (ownership.owner === 'other') {
    return { step: 'remove-finalizer', kept: ownership.why };
  }
  if (ownership.how === 'adoptable') {
    return { step: 'remove-finalizer', kept: 'it was never taken over' };
  }
  if (provider.metadata.deletionTimestamp) return { step: 'wait' };
  if (unrequestedStep) return unrequestedStep;
  return {
    step: 'delete-copy',
    uid: provider.metadata.uid ?? '',
    resourceVersion: provider.metadata.resourceVersion ?? '',
  };
}
