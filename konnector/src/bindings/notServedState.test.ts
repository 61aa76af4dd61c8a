import { thingBinding } from '../testing/objects';
import { claimsNotServed, notServedState } from './notServedState';
import { falseCondition } from '../conditions/conditionResult';

const why = falseCondition('ControlPlaneChanged', 'It is another one.');
const served = {
  type: 'PermissionClaimsServed',
  status: 'True' as const,
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const claiming = thingBinding({ status: { conditions: [served] } });

it('sets the same result for Connected and SchemaInSync', () => {
  expect(notServedState(thingBinding(), why)).toEqual({
    connected: why,
    schemaInSync: why,
    claimsServed: undefined,
  });
});

it('sets PermissionClaimsServed to the result only where the binding has claims', () => {
  expect(notServedState(claiming, why).claimsServed).toBe(why);
  expect(claimsNotServed(claiming, why)).toBe(why);
  expect(claimsNotServed(thingBinding(), why)).toBeUndefined();
});
