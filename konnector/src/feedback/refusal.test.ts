import { ApiError, InexactNumberError } from '@klutch/kube';
import { isTargetMissing, refusalOf } from './refusal';

const error = (code: number, message = 'no') =>
  new ApiError({ code, reason: 'x', message });

it.each([
  [400, 'Rejected'],
  [413, 'Rejected'],
  [422, 'Rejected'],
  [403, 'Forbidden'],
  [404, 'Failing'],
  [500, 'Failing'],
])('of %i is %s, with the cluster and its message', (code, state) => {
  const refusal = refusalOf(error(code, 'the message'), 'app cluster');
  expect(refusal?.state).toBe(state);
  expect(refusal?.message).toMatch(/^The app cluster .*the message/);
});

it.each([401, 409, 429, 502, 503, 504])(
  'ignores %i, which is transient, or does not concern the object',
  code => {
    expect(refusalOf(error(code), 'control plane')).toBeUndefined();
  },
);

it('detects the 500 that means an unknown field', () => {
  const message =
    'failed to create typed patch object (a/b; x/v1, Kind=X): .spec.y: field not declared in schema';
  expect(refusalOf(error(500, message), 'control plane')?.state).toBe(
    'Rejected',
  );
});

it('names the inexact number, and waits for a change', () => {
  expect(refusalOf(new InexactNumberError('spec.size'), 'app cluster')).toEqual(
    {
      state: 'Rejected',
      message: expect.stringContaining('The field spec.size holds'),
    },
  );
});

it('ignores errors that are no answer of the API server', () => {
  expect(refusalOf(new Error('reset'), 'control plane')).toBeUndefined();
});

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
