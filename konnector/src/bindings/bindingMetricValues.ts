/** Metric values of all bindings together. Pure. */
import { getCondition, type APIServiceBinding } from '@klutch/bind-api';
import { conditions } from '../markers';
import type { BindingMetricValues } from '../metrics/KonnectorMetrics';
import { deletionsPaused } from './deletionsPausedCondition';

/** Counts bindings by their last written conditions. */
export function bindingMetricValues(
  bindings: readonly APIServiceBinding[],
): BindingMetricValues {
  const values: BindingMetricValues = {
    ready: { True: 0, False: 0, Unknown: 0 },
    paused: 0,
  };
  for (const { status } of bindings) {
    const ready = getCondition(status?.conditions, 'Ready')?.status;
    values.ready[ready === 'True' || ready === 'False' ? ready : 'Unknown'] +=
      1;
    const syncing = getCondition(status?.conditions, conditions.syncing);
    if (syncing?.reason === deletionsPaused) values.paused += 1;
  }
  return values;
}
