/** What the reference's backend leaves on a control plane. */
import { names } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';

/** The Secret that the control plane puts a token without an end into. */
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
