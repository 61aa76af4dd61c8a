/** What has to change so that the app cluster object shows the control plane's status, and what we have to say. Pure. */
import type { Unstructured } from '@klutch/kube';
import { isPersistent } from '../../feedback/backoff';
import { withCondition } from '../../feedback/objectCondition';
import type { DesiredStatus, SyncFacts, SyncPlan } from './model';
import { isJsonObject, mergePatchBetween } from '../../json/projection';
import { statusFingerprint } from './fingerprints';

/** An object's status is written at once, and then no more than once in this time; milliseconds. */
const statusIntervalMs = 250;

type Status = Record<string, unknown>;

const statusOf = ({ status }: Unstructured): Status | undefined =>
  isJsonObject(status) ? status : undefined;

/**
 * The value for `status` in a JSON merge patch that makes it `wanted`, `null` to remove it, or undefined when it is so
 * already.
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

/** The same for an object, with our condition where the schema has room for it. */
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

/** What the app cluster refuses waits for its next attempt; the object's owner is told meanwhile. */
export function planStatus(facts: SyncFacts, desired: DesiredStatus): SyncPlan {
  const plan = planPatch(facts, desired);
  const { statusRefused: found } = facts.memory;
  if (!plan.change || !found) return plan;
  const reported = isPersistent(found) ? { feedback: found.why } : {};
  const remainingMs = found.retryAt - facts.nowMs;
  return remainingMs > 0
    ? { ...reported, requeueAfterMs: remainingMs }
    : { ...plan, ...reported };
}

/** The patch carries the version that was compared. */
function planPatch(facts: SyncFacts, desired: DesiredStatus): SyncPlan {
  const { object, memory, nowMs } = facts;
  const status = patchOfStatus(facts, desired);
  if (status === undefined) return {};
  // The app cluster may keep less of the status than it is sent.
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
