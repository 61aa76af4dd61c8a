import { core } from '../resources';
import { createCache } from './createCache';
import { defaultTimings, ReflectorTimings, timingsWith } from './timings';

it('default to production values', () => {
  expect(timingsWith()).toEqual(defaultTimings);
  expect(timingsWith({ pageSize: 2 })).toEqual({
    ...defaultTimings,
    pageSize: 2,
  });
});

it.each<[string, Partial<ReflectorTimings>]>([
  ['pageSize is 0', { pageSize: 0 }],
  ['pageSize is 1.5', { pageSize: 1.5 }],
  ['watchSeconds is 0', { watchSeconds: [0, 1] }],
  ['watchSeconds is NaN', { watchSeconds: [1, NaN] }],
  [
    'watchSeconds is 1. Use a number of seconds from 2 to',
    { watchSeconds: [2, 1] },
  ],
  ['livenessMs is 0', { livenessMs: [0, 1] }],
  ['livenessMs is Infinity', { livenessMs: [1, Infinity] }],
  ['shortWatchMs is -1', { shortWatchMs: -1 }],
  ['streamSilenceMs is 0', { streamSilenceMs: 0 }],
  ['streamListMs is NaN', { streamListMs: NaN }],
  ['streamAgainMs is NaN', { streamAgainMs: NaN }],
  ['backoff.baseMs is 0', { backoff: { baseMs: 0, capMs: 1 } }],
  ['absentBackoff.capMs is 1', { absentBackoff: { baseMs: 2, capMs: 1 } }],
])('are refused with a readable error when %s', (message, given) => {
  expect(() => timingsWith(given)).toThrow(RangeError);
  expect(() => timingsWith(given)).toThrow(`The cache's timings.`);
  expect(() => timingsWith(given)).toThrow(message);
});

it('are checked when a cache is created', () => {
  const making = () =>
    createCache({
      client: {} as never,
      resource: core.secrets,
      timings: { livenessMs: [NaN, NaN] },
    });
  expect(making).toThrow(RangeError);
});
