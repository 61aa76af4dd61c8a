import { ApiError } from '@klutch/kube';
import { planRetry } from './planRetry';

const answer = (code: number) =>
  new ApiError({ code, reason: 'x', message: 'not so' });

it.each([
  [403, 'Forbidden', 60_000],
  [422, 'Rejected', 600_000],
])('%i is reported immediately, and retried', (code, state, requeueAfterMs) => {
  const before = { consecutiveFailures: 3 };
  expect(planRetry(answer(code), 'app cluster', before)).toEqual({
    refusal: { state, message: expect.stringContaining('app cluster') },
    requeueAfterMs,
    isReported: true,
  });
});

it('a failure is reported when persistent, and retried soon, then once a minute', () => {
  const fails = (consecutiveFailures: number) =>
    planRetry(answer(500), 'control plane', { consecutiveFailures });
  expect(planRetry(answer(500), 'control plane', undefined)).toMatchObject({
    refusal: { state: 'Failing' },
    backoff: { consecutiveFailures: 1 },
    requeueAfterMs: 100,
    isReported: false,
  });
  expect(fails(4)).toMatchObject({
    backoff: { consecutiveFailures: 5 },
    isReported: false,
  });
  expect(fails(5)).toMatchObject({
    backoff: { consecutiveFailures: 6 },
    isReported: true,
  });
  expect(fails(6)).toMatchObject({ requeueAfterMs: 60_000, isReported: true });
});

it('transient errors are not planned', () => {
  expect(planRetry(answer(503), 'app cluster', undefined)).toBeUndefined();
});
