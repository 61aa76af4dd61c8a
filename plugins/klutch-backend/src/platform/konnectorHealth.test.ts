import type { ClusterBinding } from '@klutch/bind-api';
import { konnectorHealthText, konnectorProblem } from './konnectorHealth';

describe('the health of a konnector', () => {
  const now = new Date('2026-11-21T04:00:00Z');
  const binding = (status: ClusterBinding['status']): ClusterBinding => ({
    apiVersion: 'klutch.anynines.com/v1alpha1',
    kind: 'ClusterBinding',
    metadata: {},
    spec: {
      kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
      providerPrettyName: 'Klutch',
    },
    status,
  });

  it.each([
    [undefined, 'Not bound to anything yet', undefined],
    [
      binding({}),
      'Waiting for the konnector to report',
      expect.stringMatching(/not reported yet/),
    ],
    [
      binding({ lastHeartbeatTime: '2026-11-21T03:55:00Z' }),
      'Healthy',
      undefined,
    ],
    [
      binding({
        lastHeartbeatTime: '2026-11-21T03:40:00Z',
        heartbeatInterval: '5m0s',
      }),
      'Konnector lost: last report 20 min ago',
      expect.stringMatching(/last reported 20 min ago/),
    ],
    [
      binding({ lastHeartbeatTime: '2026-11-18T04:00:00Z' }),
      'Konnector lost: last report 3 d ago',
      expect.stringMatching(/3 d ago/),
    ],
    [
      binding({
        lastHeartbeatTime: '2026-11-21T03:59:00Z',
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
      'The kubeconfig secret is gone.',
      undefined,
    ],
  ])('%#', (clusterBinding, text, problem) => {
    expect(konnectorHealthText(clusterBinding, now)).toBe(text);
    expect(konnectorProblem(clusterBinding, now)).toEqual(problem);
  });
});
