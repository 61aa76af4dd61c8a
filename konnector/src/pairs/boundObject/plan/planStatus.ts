/** Plans the change of an app cluster object's status: the control plane's status and our condition. Pure. */
import type { Unstructured } from '@klutch/kube';
import { failsPersistently } from '../../../feedback/backoff';
import { withCondition } from '../../../feedback/objectCondition';
import type { DesiredStatus, SyncFacts, SyncPlan } from './model';
import { isJsonObject, mergePatchBetween } from '../../../json/projection';
import { statusFingerprint } from './fingerprints';

/** Minimum interval between two status writes of an object; the first one is immediate. Milliseconds. */
const statusIntervalMs = 250;

type Status = Record<string, unknown>;

const statusOf = ({ status }: Unstructured): Status | undefined =>
  isJsonObject(status) ? status : undefined;

/**
 * The value of `status` in a JSON merge patch that results in `desired`, `null`
 * to remove the status, or undefined when there is no difference.
 */
export function statusPatch(
  current: Status | undefined,
  desired: Status | undefined,
): Status | null | undefined {
  if (!desired)
    return current && Object.keys(current).length > 0 ? null : undefined;
  if (!current) return Object.keys(desired).length > 0 ? desired : undefined;
  return mergePatchBetween(current, desired);
}

/** The status patch of an object, including our condition if the schema allows it. */
export function patchOfStatus(
  {
    object,
    shape,
    memory,
    nowMs,
  }: Omit<SyncFacts, 'copyLocation' | 'pins' | 'copy'>,
  { copy, feedback }: DesiredStatus,
): Status | null | undefined {
  const current = statusOf(object);
  const statusToShow = copy ? statusOf(copy) : current;
  const { conditions } = shape;
  if (!conditions || memory.withoutCondition)
    return statusPatch(current, statusToShow);
  const desired = (changes: boolean) =>
    withCondition(object, statusToShow, feedback, {
      shape: conditions,
      nowMs,
      changes,
    });
  const patch = statusPatch(current, desired(false));
  return patch === undefined ? undefined : statusPatch(current, desired(true));
}

/**
 * Plans the status; after a rejection by the app cluster, waits for the next
 * attempt and reports the rejection meanwhile.
 */
export function planStatus(facts: SyncFacts, desired: DesiredStatus): SyncPlan {
  const plan = planPatch(facts, desired);
  const { statusRefused: found } = facts.memory;
  if (!plan.change || !found) return plan;
  const reported = failsPersistently(found) ? { feedback: found.why } : {};
  const remainingMs = found.retryAt - facts.nowMs;
  return remainingMs > 0
    ? { ...reported, requeueAfterMs: remainingMs }
    : { ...plan, ...reported };
}

/** The patch carries the resourceVersion that was compared. */
function planPatch(facts: SyncFacts, desired: DesiredStatus): SyncPlan {
  const { object, memory, nowMs } = facts;
  const status = patchOfStatus(facts, desired);
  if (status === undefined) return {};
  // The app cluster may store less of the status than was sent.
  if (
    memory.storedStatusFingerprint !== undefined &&
    memory.storedStatusFingerprint === statusFingerprint(object, desired)
  )
    return {};
  const remainingMs =
    (memory.statusWrittenAt ?? -Infinity) + statusIntervalMs - nowMs;
  if (remainingMs > 0) return { requeueAfterMs: remainingMs };
  const { uid, resourceVersion } = object.metadata;
  return {
    change: {
      change: 'status',
      patch: { metadata: { uid, resourceVersion }, status },
      desired,
    },
  };
}
