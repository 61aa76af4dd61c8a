import { explain } from '@klutch/backstage-plugin-klutch-common';
import { clusterBindingWith } from './__testUtils__/clusterBindingWith';
import {
  konnectorHealth,
  konnectorProblem,
  isReporting,
} from './konnectorHealth';

describe('the health of a konnector', () => {
  const now = new Date('2026-11-21T04:00:00Z');

  it.each([
    [undefined, explain('KonnectorNotBound'), undefined],
    [
      clusterBindingWith({}),
      explain('KonnectorAwaited'),
      expect.stringMatching(/not reported yet/),
    ],
    [
      clusterBindingWith({
        lastHeartbeatTime: '2026-11-21T03:55:00Z',
        heartbeatInterval: '5m0s',
      }),
      explain('KonnectorHealthy'),
      undefined,
    ],
    [
      clusterBindingWith({ lastHeartbeatTime: '2026-11-21T03:55:00Z' }),
      explain('KonnectorOutdated'),
      undefined,
    ],
    [
      clusterBindingWith({
        lastHeartbeatTime: '2026-11-21T03:40:00Z',
        heartbeatInterval: '5m0s',
      }),
      explain('KonnectorSilent', { at: '2026-11-21T03:40:00.000Z' }),
      expect.stringMatching(/^Last report .*: 2026-11-21T03:40:00.000Z\./),
    ],
    [
      clusterBindingWith({
        lastHeartbeatTime: '2026-11-18T04:00:00Z',
        heartbeatInterval: '5m0s',
      }),
      explain('KonnectorSilent', { at: '2026-11-18T04:00:00.000Z' }),
      expect.stringMatching(/: 2026-11-18T04:00:00.000Z\./),
    ],
    [
      clusterBindingWith({
        lastHeartbeatTime: '2026-11-21T03:59:00Z',
        heartbeatInterval: '5m0s',
        conditions: [
          {
            type: 'SecretValid',
            status: 'False',
            severity: 'Warning',
            message: 'The kubeconfig secret is gone.',
            lastTransitionTime: '2026-11-21T03:59:00Z',
          },
        ],
      }),
      { message: 'The kubeconfig secret is gone.' },
      undefined,
    ],
  ])('%#', (clusterBinding, health, problem) => {
    expect(konnectorHealth(clusterBinding, now)).toEqual(health);
    expect(konnectorProblem(clusterBinding, now)?.message).toEqual(problem);
  });

  it.each([
    ['a moment ago', '2026-11-21T03:59:59Z', '5m0s', true],
    ['by a clock that is a little ahead', '2026-11-21T04:00:10Z', '5m0s', true],
    ['by one that is far ahead', '2026-11-21T04:00:11Z', '5m0s', false],
    ['at a date far in the future', '2099-01-01T00:00:00Z', '5m0s', false],
    ['within two long intervals', '2026-11-21T02:01:00Z', '1h0m0s', true],
    [
      'within an interval above the accepted maximum',
      '2026-11-21T01:59:00Z',
      '87600h',
      false,
    ],
    ['without an interval', '2026-11-21T03:59:59Z', '', false],
  ])(
    'is derived from a report %s',
    (_, lastHeartbeatTime, heartbeatInterval, known) => {
      const beating = clusterBindingWith({
        lastHeartbeatTime,
        heartbeatInterval,
      });
      expect(isReporting(beating, now)).toBe(known);
    },
  );

  it('ignores heartbeats that a revoked token may have written', () => {
    const since = new Date('2026-11-21T03:59:30Z');
    const at = (lastHeartbeatTime: string) =>
      isReporting(
        clusterBindingWith({ lastHeartbeatTime, heartbeatInterval: '5m0s' }),
        now,
        since,
      );
    expect(at('2026-11-21T03:59:29Z')).toBe(false);
    expect(at('2026-11-21T03:59:40Z')).toBe(false);
    expect(at('2026-11-21T03:59:41Z')).toBe(true);
  });
});
