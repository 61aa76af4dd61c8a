/** Our condition on a synced object: what `kubectl describe` shows a developer. Pure. */
import type { Unstructured } from '@klutch/kube';
import { conditions } from '../markers';
import { isJsonObject } from '../json/projection';
import { truncateMessage } from './truncateMessage';
import type { ObjectState } from './objectState';

/** What the owner of an object is to be told. */
export interface Feedback {
  /** Reason of the Event and of the condition. */
  state: ObjectState;
  /** A sentence for people. */
  message: string;
}

/** The conditions of a schema that has room for ours. */
export interface ConditionShape {
  /** Conditions say which generation of the object they are about. */
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
 * What the status is to be when our condition goes along with it.
 *
 * A problem always shows. That all is well shows where a problem was shown before, and else only if the status is
 * written anyway (`changes`): a healthy object is no reason to write.
 * @param status - without our condition: the control plane's, or the object's own when that has none for it.
 * @param changes - whether the object says something else than `status` by now.
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
