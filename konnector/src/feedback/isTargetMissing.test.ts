import { ApiError } from '@klutch/kube';
import { isTargetMissing } from './isTargetMissing';

const going = new ApiError({
  code: 403,
  reason: 'Forbidden',
  message: 'it is being terminated',
  causes: [{ reason: 'NamespaceTerminating', message: '' }],
});
const gone = new ApiError({ code: 404, reason: 'NotFound', message: '' });
const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: '' });

it('there is no place in a namespace that goes, nor in one of the app cluster that is gone', () => {
  expect(isTargetMissing(going, 'control plane')).toBe(true);
  expect(isTargetMissing(going, 'app cluster')).toBe(true);
  expect(isTargetMissing(gone, 'app cluster')).toBe(true);
});

it('a service namespace that is gone is told, and so is a missing right', () => {
  expect(isTargetMissing(gone, 'control plane')).toBe(false);
  expect(isTargetMissing(forbidden, 'app cluster')).toBe(false);
});
