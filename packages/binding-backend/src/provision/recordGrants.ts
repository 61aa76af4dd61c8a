/** Notes in a cluster namespace which APIs its app cluster may ask for, although they are for some people only. */
import type { ApiResource } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { withGrants } from '../policy/grants';
import { annotateKubeconfigSecret } from '../tokens/annotateKubeconfigSecret';

/** Whoever calls has asked the policy. */
export const recordGrants = async (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
  apis: readonly ApiResource[],
): Promise<void> => {
  if (apis.length === 0) return;
  await annotateKubeconfigSecret(client, namespace, secret =>
    withGrants(secret, apis, now()),
  );
};
