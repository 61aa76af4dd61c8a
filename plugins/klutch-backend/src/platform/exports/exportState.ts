/** The state of an export in one word, from its conditions. Pure. */
import type { Condition } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** A konnector that has not reported leaves no condition, or an unknown one. */
export function exportState(
  conditions: readonly Condition[] | null | undefined,
): Schemas['ExportState'] {
  let isPending = !conditions?.length;
  for (const { status } of conditions ?? []) {
    if (status === 'False') return 'Failing';
    if (status !== 'True') isPending = true;
  }
  return isPending ? 'Pending' : 'Ready';
}
