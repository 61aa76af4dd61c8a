/** Types of the sync: the input of a plan, and the one change that results. */
import type { ObjectKey, OwnerReference, Unstructured } from '@klutch/kube';
import type {
  ConditionShape,
  Feedback,
} from '../../../feedback/objectCondition';
import type { Marks } from '../../../mapping/Mapping';
import type { ClusterPins } from '../../../markers';
import type { ObjectMemory } from '../memory/objectMemory';

/** Desired identity and marks of an object's copy. */
export interface CopyTarget {
  /** API version on the control plane. */
  apiVersion: string;
  key: ObjectKey;
  /** Metadata in addition to the object's own. */
  marks: Marks;
}

/** A full server-side-apply intent: the API server removes fields that we applied before and that the intent omits. */
export interface ApplyIntent extends Unstructured {
  metadata: {
    name: string;
    /** Absent when the API is cluster-scoped on the control plane. */
    namespace?: string;
    /** Synced labels; absent when there are none. */
    labels?: Record<string, string>;
    /** Synced annotations, and our marks. */
    annotations: Record<string, string>;
    /** See {@link Marks.ownerReferences}. */
    ownerReferences?: OwnerReference[];
    /** Precondition: only the object with this UID is changed. */
    uid?: string;
    /** See `createOnly`. */
    resourceVersion?: string;
  };
}

/** The part of the API's schema that affects the sync. */
export interface SchemaShape {
  /** Whether the synced version has a status subresource. */
  statusSubresource: boolean;
  /** Absent: the status has no conditions, or its conditions do not allow ours. */
  conditions?: ConditionShape;
}

export interface DesiredStatus {
  /** The copy whose status is synced; undefined: the object keeps its own. */
  copy?: Unstructured;
  /** Feedback for the condition; undefined: none. */
  feedback?: Feedback;
}

/** Location of an object's copy, as input of a plan. */
export type DesiredLocation =
  | { at: 'ready'; target: CopyTarget }
  /** Not ready yet; `why` is a sentence for the object's owner. */
  | { at: 'waiting'; why: string }
  /** Never possible; `why` is for the object's owner. */
  | { at: 'impossible'; why: Feedback };

export interface SyncFacts {
  /** The object on the app cluster, corrected by our own writes; not being deleted. */
  object: Unstructured;
  /** Its copy, corrected by our own writes; undefined: there is none. */
  copy: Unstructured | undefined;
  copyLocation: DesiredLocation;
  pins: ClusterPins;
  memory: Readonly<ObjectMemory>;
  shape: SchemaShape;
  /** Milliseconds since 1970. */
  nowMs: number;
}

/** One write. The next write is planned from its result. */
export type Change =
  /** Merge patch of the app cluster object, with preconditions: finalizer and `bound`. */
  | { change: 'ensure-finalizer'; patch: object }
  /** Apply that creates the copy or fails, see `createOnly`. */
  | { change: 'create-copy'; intent: ApplyIntent }
  /** Forced apply of our fields to the copy that was read. */
  | { change: 'apply-copy'; intent: ApplyIntent }
  /** Takes over a copy that the reference's konnector created, see `planSwap`. */
  | { change: 'take-over'; intent: ApplyIntent }
  /** Adopts the origin of the object as its copy. */
  | { change: 'adopt-origin'; intent: ApplyIntent }
  /** Adopts an object that its owner released with the annotation `adopt`. */
  | { change: 'adopt-released'; intent: ApplyIntent }
  /** Merge patch of the app cluster object's status, with preconditions. */
  | { change: 'status'; patch: object; desired: DesiredStatus };

export interface SyncPlan {
  /** Absent: object and copy are in sync, or wait. */
  change?: Change;
  /** Absent: nothing to report. */
  feedback?: Feedback;
  /** When to reconcile again without a change; milliseconds. */
  requeueAfterMs?: number;
}
