import { crds } from '@klutch/bind-api';
import { serviceNamespaceQuota } from '../backendNames';
import { planQuota, quotaDelay, type ResourceQuota } from './planQuota';

const counted = 'count/apiservicenamespaces.klutch.anynines.com';

/** A ResourceQuota as returned by the API server. */
const quota = (hard: string | undefined, written?: string): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: {
    uid: 'u',
    resourceVersion: '7',
    ...(written && { annotations: { [serviceNamespaceQuota.limit]: written } }),
  },
  spec: { hard: hard === undefined ? {} : { [counted]: hard } },
});

describe('the quota of a cluster namespace', () => {
  it('is created with the limit of the configuration', () => {
    expect(planQuota('n', undefined, 500)).toEqual({
      action: 'create',
      quota: {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: {
          namespace: 'n',
          name: 'service-namespaces',
          annotations: { 'klutch.anynines.com/provisioned-limit': '500' },
        },
        spec: { hard: { [counted]: '500' } },
      },
    });
  });

  it('is not created without a limit', () => {
    expect(planQuota('n', undefined, 0)).toEqual({ action: 'keep' });
  });

  it.each([
    ['500', '500', 500],
    ['1k', '1000', 1_000],
    [undefined, '0', 0],
  ])('is not changed: %s', (hard, written, limit) => {
    expect(planQuota('n', quota(hard, written), limit).action).toBe('keep');
  });

  it.each([
    ['500', '500', 20, '20'],
    ['2k', '2000', 20, '20'],
    ['500', '500', 0, null],
    [undefined, '0', 20, '20'],
  ])(
    'follows the configuration from %s, if the backend wrote that limit',
    (hard, written, limit, next) => {
      expect(planQuota('n', quota(hard, written), limit)).toEqual({
        action: 'patch',
        patch: {
          metadata: {
            uid: 'u',
            resourceVersion: '7',
            annotations: { [serviceNamespaceQuota.limit]: String(limit) },
          },
          spec: { hard: { [counted]: next } },
        },
      });
    },
  );

  it.each([
    ['that the backend did not create', '100', undefined],
    ['that was raised', '900', '500'],
    ['that was lowered', '5', '500'],
    ['that was removed', undefined, '500'],
    ['that is no integer', '0.5', '500'],
  ])("R14: keeps an operator's own limit: %s", (_, hard, written) => {
    for (const limit of [0, 500, 700]) {
      expect(planQuota('n', quota(hard, written), limit).action).toBe('keep');
    }
  });

  it('waits until the control plane has certainly begun to count a new type', () => {
    const crd = (creationTimestamp?: string) => ({
      ...crds.apiServiceNamespaces,
      metadata: { creationTimestamp },
    });
    const now = new Date('2026-01-01T00:15:00Z');
    expect(quotaDelay(crd('2026-01-01T00:00:00Z'), now)).toBe(0);
    expect(quotaDelay(crd('2026-01-01T00:14:00Z'), now)).toBe(540_000);
    expect(quotaDelay(undefined, now)).toBe(600_000);
    expect(quotaDelay(crd(), now)).toBe(600_000);
  });
});
