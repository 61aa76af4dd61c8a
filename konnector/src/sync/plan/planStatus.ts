/** What has to change so that the app cluster object shows the control plane's status, and what we have to say. Pure. */
import type { Unstructured } from '@klutch/kube';
import { isLasting } from '../../feedback/attempts';
import { withCondition } from '../../feedback/objectCondition';
import type { ShownStatus, SyncFacts, SyncPlan } from './model';
import { isJsonObject, mergePatchBetween } from '../../json/projection';
import { statusFingerprint } from './settled';

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
  wanted: Status | undefined,
): Status | null | undefined {
  if (!wanted)
    return current && Object.keys(current).length > 0 ? null : undefined;
  if (!current) return Object.keys(wanted).length > 0 ? wanted : undefined;
  return mergePatchBetween(current, wanted);
}

/** The same for an object, with our condition where the schema has room for it. */
export function patchOfStatus(
  { object, shape, memory, nowMs }: Omit<SyncFacts, 'place' | 'pins' | 'copy'>,
  { copy, feedback }: ShownStatus,
): Status | null | undefined {
  const current = statusOf(object);
  const shown = copy ? statusOf(copy) : current;
  const { conditions } = shape;
  if (!conditions || memory.withoutCondition)
    return statusPatch(current, shown);
  const wanted = (changes: boolean) =>
    withCondition(object, shown, feedback, {
      shape: conditions,
      nowMs,
      changes,
    });
  const patch = statusPatch(current, wanted(false));
  return patch === undefined ? undefined : statusPatch(current, wanted(true));
}

/** What the app cluster refuses waits for its next attempt; the object's owner is told meanwhile. */
export function planStatus(facts: SyncFacts, shows: ShownStatus): SyncPlan {
  const plan = planPatch(facts, shows);
  const { statusRefused: found } = facts.memory;
  if (!plan.change || !found) return plan;
  const told = isLasting(found) ? { feedback: found.why } : {};
  const rest = found.until - facts.nowMs;
  return rest > 0 ? { ...told, againInMs: rest } : { ...plan, ...told };
}

/** The patch carries the version that was compared. */
function planPatch(facts: SyncFacts, shows: ShownStatus): SyncPlan {
  const { object, memory, nowMs } = facts;
  const status = patchOfStatus(facts, shows);
  if (status === undefined) return {};
  // The app cluster may keep less of the status than it is sent.
  if (
    memory.settledStatus !== undefined &&
    memory.settledStatus === statusFingerprint(object, shows)
  )
    return {};
  const rest = (memory.statusAt ?? -Infinity) + statusIntervalMs - nowMs;
  if (rest > 0) return { againInMs: rest };
  const { uid, resourceVersion } = object.metadata;
  return {
    change: {
      change: 'status',
      patch: { metadata: { uid, resourceVersion }, status },
      shows,
    },
  };
}
