import { ApiError } from '@klutch/kube';
import { isTargetMissing } from './isTargetMissing';

const terminating = new ApiError({
  code: 403,
  reason: 'Forbidden',
  message: 'it is being terminated',
  causes: [{ reason: 'NamespaceTerminating', message: '' }],
});
const notFound = new ApiError({ code: 404, reason: 'NotFound', message: '' });
const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: '' });

it('a terminating namespace and a missing one of the app cluster are missing targets', () => {
  expect(isTargetMissing(terminating, 'control plane')).toBe(true);
  expect(isTargetMissing(terminating, 'app cluster')).toBe(true);
  expect(isTargetMissing(notFound, 'app cluster')).toBe(true);
});

it('a missing service namespace is no missing target, nor is a missing right', () => {
  expect(isTargetMissing(notFound, 'control plane')).toBe(false);
  expect(isTargetMissing(forbidden, 'app cluster')).toBe(false);
});
