import { ApiError } from '@klutch/kube';
import { planRetry } from './planRetry';

const answer = (code: number) =>
  new ApiError({ code, reason: 'x', message: 'not so' });

it.each([
  [403, 'Forbidden', 60_000],
  [422, 'Rejected', 600_000],
])('%i is told at once, and tried again', (code, state, againInMs) => {
  const before = { inARow: 3 };
  expect(planRetry(answer(code), 'app cluster', before)).toEqual({
    why: { state, message: expect.stringContaining('app cluster') },
    againInMs,
    isTold: true,
  });
});

it('a failure is told when it lasts, and tried again soon, then once a minute', () => {
  const fails = (consecutiveFailures: number) =>
    planRetry(answer(500), 'control plane', { consecutiveFailures });
  expect(planRetry(answer(500), 'control plane', undefined)).toMatchObject({
    why: { state: 'Failing' },
    attempts: { inARow: 1 },
    againInMs: 100,
    isTold: false,
  });
  expect(fails(4)).toMatchObject({ attempts: { inARow: 5 }, isTold: false });
  expect(fails(5)).toMatchObject({ attempts: { inARow: 6 }, isTold: true });
  expect(fails(6)).toMatchObject({ againInMs: 60_000, isTold: true });
});

it('nothing follows from what passes', () => {
  expect(planRetry(answer(503), 'app cluster', undefined)).toBeUndefined();
});
