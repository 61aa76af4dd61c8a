/** What people switch on a binding with annotations. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { falseVerdict, type Verdict } from '../conditions/verdict';

const valueOf = (binding: APIServiceBinding, annotation: string) =>
  binding.metadata.annotations?.[annotation];

/** Why no data may be written or deleted for now; undefined when nobody stopped it. */
export function suspendedVerdict(
  binding: APIServiceBinding,
): Verdict | undefined {
  return valueOf(binding, annotations.suspend) === 'true'
    ? falseVerdict(
        'Suspended',
        `Somebody suspended this binding: nothing is written or deleted on either side, and what is being deleted waits. To go on, remove the annotation ${annotations.suspend}.`,
        'Info',
      )
    : undefined;
}

/** Whether every claim of the export is accepted, later ones too. */
export const acceptsAllClaims = (binding: APIServiceBinding): boolean =>
  valueOf(binding, annotations.acceptClaims) === 'all';
