import type { ClusterBinding, Condition } from '@klutch/bind-api';
import { setNonExpiringTokenCondition } from './nonExpiringToken';
import { planClusterBindingStatus } from './planClusterBindingStatus';

const now = new Date('2026-01-01T12:00:00Z');
const binding = (conditions: Condition[] = []): ClusterBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'ClusterBinding',
  metadata: { name: 'cluster', namespace: 'cluster-x' },
  spec: {
    kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
    providerPrettyName: 'Test',
  },
  status: {
    lastHeartbeatTime: '2026-01-01T11:59:00Z',
    heartbeatInterval: '5m0s',
    conditions,
  },
});

const used = { isUnneeded: false };

it('warns of a non-expiring token, only while the token exists', () => {
  const warned = setNonExpiringTokenCondition(binding(), used, now);
  expect(warned).toMatchObject([
    {
      type: 'NonExpiringToken',
      status: 'True',
      message: expect.stringContaining(
        'kubectl -n cluster-x delete secret klutch-binder',
      ),
    },
  ]);
  expect(setNonExpiringTokenCondition(binding(warned), used, now)).toEqual(
    warned,
  );
  expect(setNonExpiringTokenCondition(binding(warned), undefined, now)).toEqual(
    [],
  );
});

it('does not advise to revoke tokens of an AppClusterBinding, which has none', () => {
  const messageOf = (isUnneeded: boolean) =>
    setNonExpiringTokenCondition(binding(), { isUnneeded }, now)[0]?.message;
  expect(messageOf(false)).toContain('Revoking');
  expect(messageOf(true)).not.toContain('Revoking');
  expect(messageOf(true)).toContain('delete secret klutch-binder');
});

it('keeps the warning when the other conditions are written, without an effect on readiness', () => {
  const warned = setNonExpiringTokenCondition(binding(), used, now);
  const facts = { serviceNamespaces: [], token: 'none' } as const;
  const { conditions } = planClusterBindingStatus(
    { ...facts, binding: binding(warned) },
    now,
  );
  expect(conditions).toEqual(expect.arrayContaining(warned));
  expect(conditions).toContainEqual(
    expect.objectContaining({ type: 'Ready', status: 'True' }),
  );
});
