/** What a binding says while its breaker holds deletions. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Pause } from '../deletion/breaker/BindingBreaker';
import { parseApproval } from '../deletion/breaker/deletionRecord';
import { annotations } from '../markers';
import { falseVerdict, type Verdict } from '../conditions/verdict';

/** Reason of the condition that says so. */
export const deletionsPaused = 'DeletionsPaused';

/** Undefined while nothing is held. */
export function pausedVerdict(
  { metadata }: APIServiceBinding,
  pause: Pause | undefined,
): Verdict | undefined {
  if (!pause) return undefined;
  const { waiting, examples, limit, windowMs } = pause;
  const { namespace, name } = metadata;
  const wrong = metadata.annotations?.[annotations.approveDeletions];
  const where = namespace ? ` -n ${namespace}` : '';
  const more = waiting > examples.length ? ', …' : '';
  return falseVerdict(
    deletionsPaused,
    [
      `Deletions wait for approval, as there were more than ${limit} within ${windowMs / 60_000} minutes; everything else is synced. ${waiting} wait`,
      waiting > 0 ? `: ${examples.join(', ')}${more}.` : '.',
      ` They are the objects with a deletionTimestamp; claimed objects are gone already. To have so many copies deleted for good: kubectl${where} annotate apiservicebinding ${name} ${annotations.approveDeletions}=${Math.max(waiting, 1)}. To keep the copy of one, annotate its object with ${annotations.deletion}=keep; where it is gone already, create it again.`,
      wrong !== undefined && parseApproval(wrong) === undefined
        ? ` The present value "${wrong.slice(0, 20)}" is no number of deletions.`
        : '',
    ].join(''),
    'Warning',
  );
}
