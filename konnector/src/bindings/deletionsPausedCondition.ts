/** The condition of a binding whose deletion breaker is open. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Pause } from '../deletion/breaker/BindingBreaker';
import { parseApproval } from '../deletion/breaker/deletionRecord';
import { annotations } from '../markers';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

/** Reason of the condition. */
export const deletionsPaused = 'DeletionsPaused';

/** Undefined while no deletion is paused. */
export function deletionsPausedCondition(
  { metadata }: APIServiceBinding,
  pause: Pause | undefined,
): ConditionResult | undefined {
  if (!pause) return undefined;
  const { waiting, examples, limit, windowMs } = pause;
  const { namespace, name } = metadata;
  const wrong = metadata.annotations?.[annotations.approveDeletions];
  const where = namespace ? ` -n ${namespace}` : '';
  const more = waiting > examples.length ? ', …' : '';
  return falseCondition(
    deletionsPaused,
    [
      `Deletions wait for approval, because there were more than ${limit} within ${windowMs / 60_000} minutes; everything else is synced. ${waiting} wait`,
      waiting > 0 ? `: ${examples.join(', ')}${more}.` : '.',
      ` These are the objects with a deletionTimestamp, and claimed objects that are gone already. To delete that many copies for good: kubectl${where} annotate apiservicebinding ${name} ${annotations.approveDeletions}=${Math.max(waiting, 1)}. To keep a copy, annotate its object with ${annotations.deletion}=keep, or create the object again if it is gone.`,
      wrong !== undefined && parseApproval(wrong) === undefined
        ? ` The current value "${wrong.slice(0, 20)}" is not a number of deletions.`
        : '',
    ].join(''),
    'Warning',
  );
}
