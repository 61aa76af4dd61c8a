import { Lease } from '../../coreTypes';
import { WatchEvent } from '../../types';
import { LeaseApi } from '../LeaseClient';
import { LeaseSpec } from '../leaseState';

export const never = () => new Promise<never>(() => undefined);

export const leaseOf = (spec: LeaseSpec, resourceVersion = '1'): Lease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace: 'n', name: 'l', resourceVersion },
  spec,
});

export const changedTo = (spec: LeaseSpec): WatchEvent<Lease> => ({
  type: 'MODIFIED',
  object: leaseOf(spec, '2'),
});

/** A server without a Lease that accepts every request; a test overrides calls. */
export const fakeLeaseApi = (overrides: Partial<LeaseApi>): LeaseApi => ({
  name: 'n/l',
  read: async () => undefined,
  create: async spec => leaseOf(spec),
  patch: async (_version, spec) => leaseOf(spec),
  async *watch(_version, signal) {
    await new Promise(resolve => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  },
  microTimeNow: () => 'now',
  describeError: error => `${error}`,
  ...overrides,
});
