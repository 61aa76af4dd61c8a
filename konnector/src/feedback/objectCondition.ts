/** Our condition on a synced object, which `kubectl describe` shows to developers. Pure. */
import type { Unstructured } from '@klutch/kube';
import { conditions } from '../markers';
import { isJsonObject } from '../json/projection';
import { truncateMessage } from './truncateMessage';

/** The state of an object, as reported to its owner: the reason of its Events and of its condition. */
export type ObjectState =
  /** The copy on the control plane is up to date. */
  | 'Synced'
  /** An object of that name exists on the other cluster and is not ours. */
  | 'Conflict'
  /** The API server of the other cluster rejected the object as invalid. */
  | 'Rejected'
  /** The konnector lacks a right. */
  | 'Forbidden'
  /** The API server of the other cluster, or something behind it, repeatedly fails to accept the object. */
  | 'Failing'
  /** The control plane has not yet prepared the service namespace. */
  | 'WaitingForNamespace'
  /** The object's name, or that of its namespace, is too long for the control plane. */
  | 'NameTooLong'
  /** The object is being deleted, and the breaker paused the deletion of its copy. */
  | 'DeletionPaused'
  /** The object was deleted, and its copy on the control plane stays. */
  | 'CopyKept';

/** State and message to report about an object. */
export interface Feedback {
  /** Reason of the Event and of the condition. */
  state: ObjectState;
  /** A sentence for the object's owner. */
  message: string;
}

/** Shape of the conditions in a schema that allows ours. */
export interface ConditionShape {
  /** Whether conditions have the field `observedGeneration`. */
  observedGeneration: boolean;
}

type Status = Record<string, unknown>;

const listOf = (status: Status | undefined): unknown[] =>
  Array.isArray(status?.conditions) ? status.conditions : [];

const isOurs = (condition: unknown): condition is Status =>
  isJsonObject(condition) && condition.type === conditions.objectSynced;

const appended = (status: Status | undefined, ours: Status): Status => ({
  ...status,
  conditions: [...listOf(status).filter(one => !isOurs(one)), ours],
});

/**
 * The desired status, including our condition.
 *
 * A problem is always shown. `Synced` is shown after a problem was, and otherwise only if the status is written anyway
 * (`changes`): a healthy object causes no write.
 * @param status - without our condition: the control plane's, or the object's own when the copy has none.
 * @param changes - whether the object's status differs from `status`.
 */
export function withCondition(
  object: Unstructured,
  status: Status | undefined,
  feedback: Feedback | undefined,
  options: { shape: ConditionShape; nowMs: number; changes: boolean },
): Status | undefined {
  const { shape, nowMs, changes } = options;
  const current = listOf(object.status).find(isOurs);
  if (!feedback) return current ? appended(status, current) : status;
  const isSynced = feedback.state === 'Synced';
  if (!current && isSynced && !(changes && status)) return status;
  const desired = {
    type: conditions.objectSynced,
    status: isSynced ? 'True' : 'False',
    reason: feedback.state,
    message: truncateMessage(feedback.message),
  };
  const same =
    current?.status === desired.status &&
    current.reason === desired.reason &&
    current.message === desired.message;
  if (current && same && !changes) return appended(status, current);
  const now = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  return appended(status, {
    ...desired,
    lastTransitionTime:
      current?.status === desired.status ? current.lastTransitionTime : now,
    ...(shape.observedGeneration && {
      observedGeneration: object.metadata.generation ?? 0,
    }),
  });
}
