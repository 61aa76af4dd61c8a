/** What our konnector leaves on bindings that the reference's neither takes off nor keeps up to date. Pure. */
import {
  conditionTypes,
  summarizeReady,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import { conditions, unbindFinalizer } from '../markers';

/** On one binding. */
export interface Leftovers {
  /** `namespace/name` of the binding. */
  binding: string;
  /** Our finalizer is on it: whoever deletes the binding waits for ever. */
  finalizer: boolean;
  /** Types of conditions that nobody brings up to date. */
  conditions: string[];
  /** It is being deleted: its objects have to be let go by our konnector, before the finalizer may go. */
  unbinding: boolean;
}

/** The reference has a name for the first, and never writes it. */
const ownConditionTypes = new Set<string>([
  conditionTypes.schemaInSync,
  ...Object.values(conditions),
]);

/** Undefined: nothing of ours is left on it. */
export function leftoversOn(binding: APIServiceBinding): Leftovers | undefined {
  const { finalizers, deletionTimestamp } = binding.metadata;
  const finalizer = finalizers?.includes(unbindFinalizer) ?? false;
  const stale = (binding.status?.conditions ?? [])
    .map(({ type }) => type)
    .filter(type => ownConditionTypes.has(type));
  if (!finalizer && stale.length === 0) return undefined;
  return {
    binding: keyOf(binding),
    finalizer,
    conditions: stale,
    unbinding: deletionTimestamp !== undefined,
  };
}

const preconditions = ({ metadata }: APIServiceBinding) => ({
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
});

/** The merge patch that takes our finalizer off. */
export const withoutFinalizer = (binding: APIServiceBinding): object => ({
  metadata: {
    ...preconditions(binding),
    finalizers: binding.metadata.finalizers?.filter(
      one => one !== unbindFinalizer,
    ),
  },
});

/** The merge patch for `/status` that takes our conditions out. */
export const withoutConditions = (
  binding: APIServiceBinding,
  now: Date,
): object => ({
  metadata: preconditions(binding),
  status: {
    conditions: summarizeReady(
      (binding.status?.conditions ?? []).filter(
        ({ type }) => !ownConditionTypes.has(type),
      ),
      now,
    ),
  },
});
