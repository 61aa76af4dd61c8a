/**
 * Decides what the deletion of an object on the app cluster means for its copy. Pure; the only way to a DELETE of a
 * synced object's copy. For copies of claimed objects `pairs/claimedObject/plan/planClaimed.ts` decides.
 * `breaker/planBreaker.ts` decides how many copies of either kind may be deleted without an approval.
 */
import { finalizers } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations, type ClusterPins } from '../markers';
import type { Marks } from '../mapping/Mapping';
import { classifyOwnership } from '../ownership/ownership';

/** Input of {@link planDeletion}, all of it read live, never from a cache. */
export interface DeletionFacts {
  /** The app cluster object; undefined when it does not exist. */
  consumer: KubeObject | undefined;
  /** UID of the object that triggered this reconcile. */
  expectedUid: string | undefined;
  /** The app cluster's CRD of the object; undefined when it does not exist. */
  crd: KubeObject | undefined;
  /** Result of `lostOwner`; undefined: no owner was lost. */
  lostOwner?: string;
  /** The copy on the control plane; undefined when it does not exist or there never was a service namespace. */
  provider: KubeObject | undefined;
  /** Why it is unknown whether there is a copy; undefined when `provider` is conclusive. */
  unknown?: string;
  pins: ClusterPins;
  /** Marks on each copy of the API. */
  marks: Marks;
}

/** An annotation keeps the copy when the object is deleted. */
export const keepsCopy = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[annotations.deletion] === 'keep';

/**
 * The CRD was created after the object was deleted: deleting the former CRD may have caused the deletion of the object.
 * Timestamps have a resolution of one second.
 */
const isCreatedAfterDeletion = (
  crd: KubeObject,
  { metadata }: KubeObject,
): boolean =>
  Date.parse(crd.metadata.creationTimestamp ?? '') >=
  Date.parse(metadata.deletionTimestamp ?? '');

/** One step of a deletion; the next event triggers the next step. */
export type DeletionStep =
  /** The cache was stale; the next event triggers the decision. */
  | { step: 'nothing' }
  /** Delete exactly the copy that was just read. */
  | { step: 'delete-copy' }
  /** The copy is being deleted, or its existence is unknown for the reason `why`; an event triggers the next step. */
  | { step: 'wait'; why?: string }
  /** Remove the finalizer of the app cluster object. `kept`: why a copy remains. */
  | { step: 'remove-finalizer'; kept?: string };

/**
 * The decision from the app cluster's object alone, regardless of the control plane; undefined: the copy must be read.
 * @param expectedUid - see {@link DeletionFacts}.
 */
export function planByObject(
  consumer: KubeObject,
  expectedUid: string | undefined,
): DeletionStep | undefined {
  const { deletionTimestamp, uid, finalizers: present } = consumer.metadata;
  if (
    !deletionTimestamp ||
    uid !== expectedUid ||
    !present?.includes(finalizers.syncer)
  ) {
    return { step: 'nothing' };
  }
  return keepsCopy(consumer)
    ? {
        step: 'remove-finalizer',
        kept: `the object is annotated with ${annotations.deletion}=keep`,
      }
    : undefined;
}

/**
 * Objects that are (or may be) deleted because their CRD or their owner's CRD
 * was removed or recreated, and not by a user's request.
 */
function planUnrequestedDeletion(
  consumer: KubeObject,
  { crd, lostOwner }: Pick<DeletionFacts, 'crd' | 'lostOwner'>,
): DeletionStep | undefined {
  if (!crd || crd.metadata.deletionTimestamp) {
    return {
      step: 'remove-finalizer',
      kept: 'the CRD is being removed from the app cluster, which is no request to delete data',
    };
  }
  if (isCreatedAfterDeletion(crd, consumer)) {
    return {
      step: 'remove-finalizer',
      kept: 'the CRD on the app cluster was recreated after the object was deleted, so the deletion may not have been a request to delete data',
    };
  }
  if (lostOwner !== undefined) {
    return {
      step: 'remove-finalizer',
      kept: `its owner ${lostOwner} was recreated, or the CRD of the owner was removed, is being removed or was recreated on the app cluster, so the garbage collector may have deleted the object, which is no request to delete data`,
    };
  }
  return undefined;
}

/**
 * The copy is deleted only when a user deletes the app cluster object itself. Objects deleted because their CRD or an
 * owner's CRD is removed, or was removed and recreated, lose their finalizer and keep their copies: there was no
 * request to delete the data.
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
  if (!provider || ownership.owner === 'none')
    return { step: 'remove-finalizer' };
  if (ownership.owner === 'other') {
    return { step: 'remove-finalizer', kept: ownership.why };
  }
  if (ownership.how === 'adoptable') {
    return { step: 'remove-finalizer', kept: 'it was never taken over' };
  }
  if (provider.metadata.deletionTimestamp) return { step: 'wait' };
  if (unrequestedStep) return unrequestedStep;
  return { step: 'delete-copy' };
}

/** Merge patch with preconditions that removes our finalizer, or undefined when the finalizer is absent. */
export function planRemoveFinalizer(consumer: KubeObject): object | undefined {
  const present = consumer.metadata.finalizers ?? [];
  if (!present.includes(finalizers.syncer)) return undefined;
  return {
    metadata: {
      uid: consumer.metadata.uid,
      resourceVersion: consumer.metadata.resourceVersion,
      finalizers: present.filter(finalizer => finalizer !== finalizers.syncer),
    },
  };
}
