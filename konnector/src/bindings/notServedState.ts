/** Conditions on schema and claims of a binding that is not served. Pure. */
import { getCondition, type APIServiceBinding } from '@klutch/bind-api';
import { conditions } from '../markers';
import type { BindingState } from '../conditions/bindingStatus';
import type { ConditionResult } from '../conditions/conditionResult';

/** Result for claims that are not served; undefined when the binding has no condition on claims yet. */
export const claimsNotServed = (
  { status }: APIServiceBinding,
  why: ConditionResult,
): ConditionResult | undefined =>
  getCondition(status?.conditions, conditions.permissionClaimsServed) && why;

/** State of a binding that is not connected: earlier results for schema and claims no longer hold. */
export const notServedState = (
  binding: APIServiceBinding,
  why: ConditionResult,
): Pick<BindingState, 'connected' | 'schemaInSync' | 'claimsServed'> => ({
  connected: why,
  schemaInSync: why,
  claimsServed: claimsNotServed(binding, why),
});
