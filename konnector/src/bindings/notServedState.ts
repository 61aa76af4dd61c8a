/** What a binding says of its schema and its claims while nothing of it is served. Pure. */
import { getCondition, type APIServiceBinding } from '@klutch/bind-api';
import { conditions } from '../markers';
import type { BindingState } from '../conditions/bindingStatus';
import type { Verdict } from '../conditions/verdict';

/** Claims that were told of are not served; where nothing was said of claims, nothing is. */
export const claimsNotServed = (
  { status }: APIServiceBinding,
  why: Verdict,
): Verdict | undefined =>
  getCondition(status?.conditions, conditions.permissionClaimsServed) && why;

/** The binding is not connected: what was known of its schema and its claims is not so any more. */
export const notServedState = (
  binding: APIServiceBinding,
  why: Verdict,
): Pick<BindingState, 'connected' | 'schemaInSync' | 'claimsServed'> => ({
  connected: why,
  schemaInSync: why,
  claimsServed: claimsNotServed(binding, why),
});
