/** Condition lists: set, find, and summarise into `Ready`, exactly as upstream Klutch, because both sides write them. */
import type {
  Condition,
  ConditionSeverity,
  ConditionStatus,
} from './types/condition';
import { conditionTypes } from './types/condition';

/** A condition without a transition time; a given time is used only when the type is new in the list. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'> & {
  lastTransitionTime?: string;
};

/** Conditions as read from a status; Go may send null. */
export type ReadConditions = readonly Condition[] | null | undefined;

/** RFC 3339 in UTC with whole seconds, as Kubernetes writes times. */
export const toKubernetesTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19)}Z`;

/** Finds a condition by type. */
export const getCondition = (
  conditions: ReadConditions,
  type: string,
): Condition | undefined =>
  conditions?.find(condition => condition.type === type);

/** Not `localeCompare`, because Go sorts by bytes with upper case first. */
const byType = (a: { type: string }, b: { type: string }) => {
  if (a.type === b.type) return 0;
  if (a.type === conditionTypes.ready) return -1;
  if (b.type === conditionTypes.ready) return 1;
  return a.type < b.type ? -1 : 1;
};

const sameState = (a: NewCondition, b: NewCondition) =>
  a.status === b.status &&
  (a.reason ?? '') === (b.reason ?? '') &&
  (a.severity ?? '') === (b.severity ?? '') &&
  (a.message ?? '') === (b.message ?? '');

/**
 * Returns the list with `condition` added or replaced, sorted by type with `Ready` first. The existing condition keeps
 * its transition time when status, reason, severity and message are all unchanged; otherwise, also when only the
 * message differs, the transition time is `now`. Conditions of other types are unchanged.
 * Source: Klutch `bind/pkg/apis/third_party/conditions/util/conditions/setter.go`, `Set`.
 */
export const setCondition = (
  conditions: ReadConditions,
  condition: NewCondition,
  now: Date,
): Condition[] => {
  const previous = getCondition(conditions, condition.type);
  const unchanged = previous && sameState(previous, condition);
  const kept = unchanged && previous.lastTransitionTime ? previous : undefined;
  const given = previous ? undefined : condition.lastTransitionTime;
  const others = (conditions ?? []).filter(
    other => other.type !== condition.type,
  );
  return [
    ...others,
    kept ?? {
      ...condition,
      lastTransitionTime: given || toKubernetesTime(now),
    },
  ].sort(byType);
};

const severityPriority: Record<ConditionSeverity, number> = {
  Error: 0,
  Warning: 1,
  Info: 2,
};
const lastPriority = 99;

const priority = (
  status: ConditionStatus,
  severity: ConditionSeverity | undefined,
): number => {
  if (status === 'True') return 3;
  if (status === 'Unknown') return 4;
  if (status !== 'False' || !severity) return lastPriority;
  return severityPriority[severity] ?? lastPriority;
};

/**
 * The `Ready` condition computed from all others, or undefined when there are none. The group of highest priority
 * decides: False/Error, False/Warning, False/Info, True, Unknown, and last False without severity. An Unknown condition
 * is therefore hidden as long as another condition is True. Reason and message are those of the alphabetically first
 * condition of the deciding group.
 * Source: Klutch `bind/pkg/apis/third_party/conditions/util/conditions/merge.go`.
 */
export const readyCondition = (
  conditions: ReadConditions,
): NewCondition | undefined => {
  const others = (conditions ?? [])
    .filter(condition => condition.type !== conditionTypes.ready)
    .sort(byType);
  const highest = Math.min(
    ...others.map(condition => priority(condition.status, condition.severity)),
  );
  const first = others.find(
    condition => priority(condition.status, condition.severity) === highest,
  );
  if (!first) return undefined;
  if (first.status === 'True')
    return { type: conditionTypes.ready, status: 'True' };
  return {
    type: conditionTypes.ready,
    ...(first.status === 'False'
      ? {
          status: first.status,
          ...(first.severity && { severity: first.severity }),
        }
      : { status: 'Unknown' }),
    ...(first.reason && { reason: first.reason }),
    ...(first.message && { message: first.message }),
  };
};

/** Returns the list with `Ready` recomputed from the other conditions; a list without others is returned unchanged. */
export const summarizeReady = (
  conditions: ReadConditions,
  now: Date,
): Condition[] => {
  const ready = readyCondition(conditions);
  return ready ? setCondition(conditions, ready, now) : [...(conditions ?? [])];
};
