/** Whether a user has suspended a binding. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

/** Why no data may be written or deleted for now; undefined when the binding is not suspended. */
export function suspendedCondition({
  metadata,
}: APIServiceBinding): ConditionResult | undefined {
  return metadata.annotations?.[annotations.suspend] === 'true'
    ? falseCondition(
        'Suspended',
        `This binding is suspended: nothing is written or deleted on either side, and pending deletions wait. To resume, remove the annotation ${annotations.suspend}.`,
        'Info',
      )
    : undefined;
}
