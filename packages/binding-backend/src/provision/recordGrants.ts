/** Records in a cluster namespace which APIs with a restricted audience its app cluster may request. */
import type { ApiResource } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { withGrants } from '../policy/grants';
import { annotateKubeconfigSecret } from '../tokens/annotateKubeconfigSecret';

/** The caller must have checked the policy. */
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
