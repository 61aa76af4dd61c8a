import { ApiError, InexactNumberError } from '@klutch/kube';
import { refusalOf } from './refusal';

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
