/** What our konnector leaves on bindings and the reference's konnector neither removes nor updates. Pure. */
import {
  conditionTypes,
  summarizeReady,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import { conditions, unbindFinalizer } from '../markers';

export interface Leftovers {
  /** `namespace/name` of the binding. */
  binding: string;
  /** Whether the binding has our finalizer; without our konnector the deletion of the binding would never complete. */
  finalizer: boolean;
  /** Types of conditions that are not updated any more. */
  conditions: string[];
  /**
   * Whether the binding is being deleted; our konnector must finalize its objects before the finalizer may be removed.
   */
  unbinding: boolean;
}

/** The reference defines the first type but never writes a condition of that type. */
const ownConditionTypes = new Set<string>([
  conditionTypes.schemaInSync,
  ...Object.values(conditions),
]);

/** Leftovers on a binding; undefined when there are none. */
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

/** The merge patch that removes our finalizer. */
export const withoutFinalizer = (binding: APIServiceBinding): object => ({
  metadata: {
    ...preconditions(binding),
    finalizers: binding.metadata.finalizers?.filter(
      one => one !== unbindFinalizer,
    ),
  },
});

/** The merge patch for `/status` that removes our conditions. */
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
