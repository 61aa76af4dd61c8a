/** Which changes of conditions are worth an Event. Pure functions. */
import type { Condition } from '../resources/conditions';

/** What an Event says. */
export interface ConditionEvent {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
}

/** Reasons of conditions that are not met, although nothing is wrong. */
const expected = ['Creating', 'Deleting', 'ReconcilePaused'];

/** A change of a message counts for errors only: other messages have numbers that change all the time. */
const stateOf = ({ type, status, reason, message }: Condition): string =>
  `${status}/${reason}/${type === 'Synced' ? message : ''}`;

function hasChanged(condition: Condition, before: Condition | undefined) {
  if (before) return stateOf(before) !== stateOf(condition);
  return condition.type === 'Ready' || condition.status !== 'True';
}

/** One Event for each condition that has changed. */
export function conditionEvents(
  before: readonly Condition[],
  after: readonly Condition[],
): ConditionEvent[] {
  return after
    .filter(condition =>
      hasChanged(
        condition,
        before.find(({ type }) => type === condition.type),
      ),
    )
    .map(({ type, status, reason, message }) => ({
      type:
        status === 'True' || expected.includes(reason) ? 'Normal' : 'Warning',
      reason,
      message: message ?? `The condition ${type} is ${status}.`,
    }));
}
