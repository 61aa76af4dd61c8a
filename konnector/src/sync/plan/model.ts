/** The words of the sync: what is known of an object and its copy, and the one change that follows from it. */
import type { ObjectKey, OwnerReference, Unstructured } from '@klutch/kube';
import type { ConditionShape, Feedback } from '../../feedback/objectCondition';
import type { Marks } from '../../mapping/Mapping';
import type { ClusterPins } from '../../markers';
import type { ObjectMemory } from '../memory/objectMemory';

/** What the copy of an object is to be. */
export interface CopyTarget {
  /** Of the API on the control plane. */
  apiVersion: string;
  /** Where the copy belongs. */
  key: ObjectKey;
  /** What it carries besides the object's own. */
  marks: Marks;
}

/** A full server-side-apply intent: fields it leaves out and that we applied before are removed by the API server. */
export interface ApplyIntent extends Unstructured {
  /** Of a copy. */
  metadata: {
    /** Name of the copy. */
    name: string;
    /** Absent when the API is cluster-scoped on the control plane. */
    namespace?: string;
    /** What may go up; absent when there is none. */
    labels?: Record<string, string>;
    /** What may go up, and our marks. */
    annotations: Record<string, string>;
    /** See {@link Marks.ownerReferences}. */
    ownerReferences?: OwnerReference[];
    /** Only the object with this UID may be met. */
    uid?: string;
    /** See `createOnly`. */
    resourceVersion?: string;
  };
}

/** What of the API's schema matters to a sync. */
export interface SchemaShape {
  /** The synced version has a status subresource. */
  statusSubresource: boolean;
  /** Absent: its status has no conditions, or none such as ours. */
  conditions?: ConditionShape;
}

/** What the status of an object is to show. */
export interface DesiredStatus {
  /** Whose status it is; undefined: the object keeps its own. */
  copy?: Unstructured;
  /** What we have to say; undefined: nothing new. */
  feedback?: Feedback;
}

/** Where the copy of an object belongs, as a plan sees it. */
export type Target =
  | { at: 'ready'; target: CopyTarget }
  /** Not yet; `why` is a sentence for the object's owner. */
  | { at: 'waiting'; why: string }
  /** Never; likewise. */
  | { at: 'impossible'; why: Feedback };

/** Everything {@link SyncPlan} rests on. */
export interface SyncFacts {
  /** The object on the app cluster, corrected by our own writes; it is not being deleted. */
  object: Unstructured;
  /** Its copy, likewise; undefined: there is none. */
  copy: Unstructured | undefined;
  /** What the copy is to be. */
  copyLocation: Target;
  /** Which two clusters these are. */
  pins: ClusterPins;
  /** What we remember of the object. */
  memory: Readonly<ObjectMemory>;
  /** Of the API. */
  shape: SchemaShape;
  /** Milliseconds since 1970. */
  nowMs: number;
}

/** One write. After it the next one is planned from its answer. */
export type Change =
  /** Merge patch of the app cluster object, with preconditions: finalizer and `bound`. */
  | { change: 'ensure-finalizer'; patch: object }
  /** Apply that makes the copy or fails, see `createOnly`. */
  | { change: 'create-copy'; intent: ApplyIntent }
  /** Apply that is forced on our fields, onto the copy that was looked at. */
  | { change: 'apply-copy'; intent: ApplyIntent }
  /** Makes a copy of the reference ours. */
  | { change: 'take-over'; intent: ApplyIntent }
  /** Makes what the object was made from its copy. */
  | { change: 'claim-origin'; intent: ApplyIntent }
  /** Makes what a person released for us its copy. */
  | { change: 'claim-released'; intent: ApplyIntent }
  /** Merge patch of the app cluster object's status, with preconditions. */
  | { change: 'status'; patch: object; desired: DesiredStatus };

/** What follows from {@link SyncFacts}. */
export interface SyncPlan {
  /** Absent: object and copy are as they should be, or wait. */
  change?: Change;
  /** Absent: nothing to tell. */
  feedback?: Feedback;
  /** When to look again though nothing changed; milliseconds. */
  requeueAfterMs?: number;
}
