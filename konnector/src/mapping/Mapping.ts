/** Where the copies of one API are on the control plane, and whose they are: the one thing in which isolations differ. */
import type {
  KubeObject,
  ObjectKey,
  OwnerReference,
  Resource,
} from '@klutch/kube';
import type { Feedback } from '../feedback/objectCondition';

/** Where a copy belongs. */
export type CopyLocation =
  | { at: 'ready'; key: ObjectKey }
  /** It cannot be made yet; `why` is a sentence for the object's owner. */
  | { at: 'waiting'; why: string }
  /** It can never be made for an object of that name; likewise. */
  | { at: 'impossible'; why: Feedback };

/** Where a copy is, asked live. */
export type LiveCopyLocation =
  | { at: 'ready'; key: ObjectKey }
  /** Nobody can say at the moment, so there may be one; `why` is a sentence for the object's owner. */
  | { at: 'waiting'; why: string }
  /** There is no such place. `formerly`: it may have outlived what told of it, and be here; it may not be readable. */
  | { at: 'missing'; formerKey?: ObjectKey };

/** What every copy of an API carries besides what its own object says. */
export interface Marks {
  /** Part of what we apply. */
  annotations: Record<string, string>;
  /** Likewise; absent: the copies have no owner. */
  ownerReferences?: OwnerReference[];
}

/** The objects of one API on both clusters. Nothing here waits or writes, unless it says so. */
export interface Mapping {
  /** The API on the app cluster. */
  readonly consumer: Resource;
  /** The API on the control plane; its scope may be another one. */
  readonly provider: Resource;
  /** On each copy. */
  readonly marks: Marks;
  /** All objects of the type on the control plane are for one app cluster only. */
  readonly exclusive: boolean;
  /** Where the copy of an object belongs, by what is known now. */
  locate(consumer: ObjectKey): CopyLocation;
  /** Where the copy of an object is: a deletion must not rest on what was true a moment ago. Asks for nothing to be made. */
  locateLive(consumer: ObjectKey): Promise<LiveCopyLocation>;
  /**
   * Key of the app cluster object whose place on the control plane an object has, whoever made it; undefined when no
   * object of ours can have that place.
   */
  consumerKeyAt(provider: ObjectKey): string | undefined;
  /** Key of the app cluster object whose copy this is; undefined when it is nobody's here, such as another tenant's. */
  consumerKeyOf(provider: KubeObject): string | undefined;
  /**
   * Asks the control plane for what {@link Mapping.locate} waits for. Writes; may be called any number of times.
   * @returns milliseconds after which to ask again, as it was not accepted; undefined: an event brings the next step.
   */
  request(consumer: ObjectKey): Promise<number | undefined>;
  /**
   * Notes where it will be found that there are objects of the type at this place. Undefined when that is done, or
   * may not be; else it resolves when it is, and rejects when that fails; nothing new is to be made there before. Writes
   * once for many objects.
   */
  recordSyncedType(consumer: ObjectKey): Promise<void> | undefined;
}
