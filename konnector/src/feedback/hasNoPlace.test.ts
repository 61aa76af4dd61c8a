import { ApiError } from '@klutch/kube';
import { hasNoPlace } from './hasNoPlace';

const going = new ApiError({
  code: 403,
  reason: 'Forbidden',
  message: 'it is being terminated',
  causes: [{ reason: 'NamespaceTerminating', message: '' }],
});
const gone = new ApiError({ code: 404, reason: 'NotFound', message: '' });
const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: '' });

it('there is no place in a namespace that goes, nor in one of the app cluster that is gone', () => {
  expect(hasNoPlace(going, 'control plane')).toBe(true);
  expect(hasNoPlace(going, 'app cluster')).toBe(true);
  expect(hasNoPlace(gone, 'app cluster')).toBe(true);
});

it('a service namespace that is gone is told, and so is a missing right', () => {
  expect(hasNoPlace(gone, 'control plane')).toBe(false);
  expect(hasNoPlace(forbidden, 'app cluster')).toBe(false);
});
