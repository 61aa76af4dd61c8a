/** Objects that the reference's backend leaves on a control plane cluster. */
import { names } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';

/** The Secret that the control plane cluster fills with a non-expiring token. */
export const nonExpiringTokenSecret = (namespace: string): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'kubernetes.io/service-account-token',
  metadata: {
    namespace,
    name: names.binder,
    annotations: { 'kubernetes.io/service-account.name': names.binder },
  },
});
