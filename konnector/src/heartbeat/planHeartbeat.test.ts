import type { ClusterBinding } from '@klutch/bind-api';
import { planHeartbeat, type HeartbeatFacts } from './planHeartbeat';

const now = new Date('2026-01-01T00:10:00Z');
const clusterBinding = (status: ClusterBinding['status']): ClusterBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'ClusterBinding',
  metadata: { name: 'cluster', uid: 'u', resourceVersion: '4' },
  spec: {
    kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
    providerPrettyName: 'Klutch',
  },
  status,
});
const facts = (
  status: ClusterBinding['status'],
  change: Partial<HeartbeatFacts> = {},
): HeartbeatFacts => ({
  clusterBinding: clusterBinding(status),
  secret: 'valid',
  intervalMs: 300_000,
  tickMs: 150_000,
  now,
  ...change,
});
type Patch = {
  metadata: object;
  status: NonNullable<ClusterBinding['status']>;
};
const patchOf = (given: HeartbeatFacts) => planHeartbeat(given).patch as Patch;

describe('planHeartbeat', () => {
  it('writes the first heartbeat at once, in the format that the backend reads', () => {
    const patch = patchOf(facts({ lastHeartbeatTime: null }));
    expect(patch.metadata).toEqual({ uid: 'u', resourceVersion: '4' });
    expect(patch.status).toMatchObject({
      lastHeartbeatTime: '2026-01-01T00:10:00Z',
      heartbeatInterval: '5m0s',
      konnectorVersion: expect.stringMatching(
        /^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?\+secret-by-name$/,
      ),
    });
    expect(planHeartbeat(facts(undefined)).requeueAfterMs).toBe(150_000);
  });

  it('writes nothing between two heartbeats and requeues when the next is due', () => {
    const status = {
      ...patchOf(facts(undefined)).status,
      lastHeartbeatTime: '2026-01-01T00:09:00Z',
    };
    expect(planHeartbeat(facts(status))).toEqual({ requeueAfterMs: 90_000 });
  });

  it('writes a heartbeat when the last one is old or in the future', () => {
    const status = patchOf(facts(undefined)).status;
    for (const lastHeartbeatTime of [
      '2026-01-01T00:07:30Z',
      '2026-01-01T01:00:00Z',
    ]) {
      expect(patchOf(facts({ ...status, lastHeartbeatTime })).status).toEqual({
        lastHeartbeatTime: '2026-01-01T00:10:00Z',
      });
    }
  });

  it("keeps the backend's condition", () => {
    const patch = patchOf(
      facts({
        conditions: [
          {
            type: 'Healthy',
            status: 'True',
            lastTransitionTime: '2025-01-01T00:00:00Z',
          },
        ],
      }),
    );
    expect(patch.status.conditions?.map(({ type }) => type)).toEqual([
      'Ready',
      'Healthy',
      'SecretValid',
      'ValidVersion',
    ]);
  });

  it('reports why the secret is invalid', () => {
    const patch = patchOf(
      facts(undefined, {
        secret: { reason: 'ProviderSecretNotFound', message: 'gone' },
      }),
    );
    expect(
      patch.status.conditions?.map(({ type, reason }) => [type, reason]),
    ).toEqual([
      ['Ready', 'ProviderSecretNotFound'],
      ['SecretValid', 'ProviderSecretNotFound'],
      ['ValidVersion', undefined],
    ]);
  });
});
