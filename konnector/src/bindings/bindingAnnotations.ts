/** Settings that users make on a binding with annotations. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

const valueOf = (binding: APIServiceBinding, annotation: string) =>
  binding.metadata.annotations?.[annotation];

/** Why no data may be written or deleted for now; undefined when the binding is not suspended. */
export function suspendedCondition(
  binding: APIServiceBinding,
): ConditionResult | undefined {
  return valueOf(binding, annotations.suspend) === 'true'
    ? falseCondition(
        'Suspended',
        `This binding is suspended: nothing is written or deleted on either side, and pending deletions wait. To resume, remove the annotation ${annotations.suspend}.`,
        'Info',
      )
    : undefined;
}

/** Whether every claim of the export is accepted, including claims added later. */
export const acceptsAllClaims = (binding: APIServiceBinding): boolean =>
  valueOf(binding, annotations.acceptClaims) === 'all';
