/** Reads the kubeconfig that a binding points to, and says in words why it cannot be used. */
import { conditionReasons } from '@klutch/bind-api';
import { loadKubeConfig, type Secret } from '@klutch/kube';
import { hashOf } from '../sync/projection';

/** What client-node calls a KubeConfig. */
export type KubeConfig = ReturnType<typeof loadKubeConfig>;

/** A kubeconfig that may be used. */
export interface UsableKubeconfig {
  kubeConfig: KubeConfig;
  /** Cluster namespace: the namespace of the current context. */
  namespace: string;
  /** Changes when the kubeconfig changes; reveals nothing. */
  fingerprint: string;
}

/** A usable kubeconfig, or the condition that says why there is none. */
export type KubeconfigReading =
  | { ok: true; value: UsableKubeconfig }
  | { ok: false; reason: string; message: string };

const invalid = (where: string, why: string): KubeconfigReading => ({
  ok: false,
  reason: conditionReasons.kubeconfigSecretInvalid,
  message: `${where} ${why}`,
});

/**
 * Reads a kubeconfig secret. The kubeconfig comes from the control plane, so it must carry its credentials itself: it may
 * not make this process run a program or read files.
 * @param where - how to name the secret in messages, such as `Secret klutch-bind/kubeconfig-x7k2p`.
 */
export function readKubeconfigSecret(
  secret: Secret | undefined,
  key: string,
  where: string,
): KubeconfigReading {
  if (!secret) {
    return {
      ok: false,
      reason: conditionReasons.kubeconfigSecretNotFound,
      message: `${where} does not exist. Bind again to create it.`,
    };
  }
  const encoded = secret.data?.[key];
  if (!encoded) {
    return invalid(where, `has no data under the key "${key}". Bind again.`);
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  let kubeConfig: KubeConfig;
  try {
    kubeConfig = loadKubeConfig(text);
  } catch {
    // The parser's own message may quote the file, and with it a credential.
    return invalid(where, 'holds no readable kubeconfig. Bind again.');
  }
  const context = kubeConfig.getContextObject(kubeConfig.currentContext);
  const cluster = kubeConfig.getCurrentCluster();
  if (!context || !cluster) {
    return invalid(
      where,
      'holds a kubeconfig without a current context. Set current-context.',
    );
  }
  if (!context.namespace) {
    return invalid(
      where,
      'holds a kubeconfig whose context has no namespace. It must name the cluster namespace.',
    );
  }
  const user = kubeConfig.getCurrentUser();
  if (
    user?.exec ||
    user?.authProvider ||
    user?.certFile ||
    user?.keyFile ||
    cluster.caFile
  ) {
    return invalid(
      where,
      'holds a kubeconfig that runs a program or reads files. Only credentials inside the kubeconfig are accepted.',
    );
  }
  return {
    ok: true,
    value: {
      kubeConfig,
      namespace: context.namespace,
      fingerprint: hashOf(text),
    },
  };
}
