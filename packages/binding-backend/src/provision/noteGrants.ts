/** Notes in a cluster namespace which APIs its app cluster may ask for, although they are for some people only. */
import { names, type ApiResource } from '@klutch/bind-api';
import { core, isConflict, type KubeClient } from '@klutch/kube';
import { BindingError } from '../bindingError';
import { withGrants } from '../policy/grants';

const maxAttempts = 5;

/** Whoever calls has asked the policy. Safe when several do it at once: none forgets what another has noted. */
export const noteGrants = async (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
  apis: readonly ApiResource[],
): Promise<void> => {
  if (apis.length === 0) return;
  const key = { namespace, name: names.kubeconfigSecret };
  for (let round = 0; round < maxAttempts; round++) {
    const secret = await client.get(core.secrets, key);
    if (!secret) break;
    const { uid, resourceVersion } = secret.metadata;
    const annotations = withGrants(secret, apis, now());
    try {
      const metadata = { uid, resourceVersion, annotations };
      await client.mergePatch(core.secrets, key, { metadata });
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  throw new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} was changed or deleted at every attempt to note in it what may be exported. Find out what else writes it, then bind again.`,
  );
};
