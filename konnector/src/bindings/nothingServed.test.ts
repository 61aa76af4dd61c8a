import { thingBinding } from '../testing/objects';
import { claimsUnserved, nothingServed } from './nothingServed';
import { because } from '../conditions/verdict';

const why = because('ControlPlaneChanged', 'It is another one.');
const served = {
  type: 'PermissionClaimsServed',
  status: 'True' as const,
  lastTransitionTime: '2026-01-01T00:00:00Z',
};
const claiming = thingBinding({ status: { conditions: [served] } });

it('tells of the schema as of the connection', () => {
  expect(nothingServed(thingBinding(), why)).toEqual({
    connected: why,
    schemaInSync: why,
    claimsServed: undefined,
  });
});

it('takes back that claims are served, where it was said', () => {
  expect(nothingServed(claiming, why).claimsServed).toBe(why);
  expect(claimsUnserved(claiming, why)).toBe(why);
  expect(claimsUnserved(thingBinding(), why)).toBeUndefined();
});
