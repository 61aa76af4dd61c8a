/** Reads the kubeconfig that a binding points to, and says in words why it cannot be used. */
import { conditionReasons } from '@klutch/bind-api';
import {
  kubeConfigPolicies,
  KubeconfigRefusedError,
  loadKubeConfig,
  sanitizeKubeConfig,
  type KubeConfigPolicy,
  type Secret,
} from '@klutch/kube';
import type { KubeConfig } from './connect';
import { hashOf } from '../json/projection';

/** A kubeconfig that may be used. */
export interface UsableKubeconfig {
  kubeConfig: KubeConfig;
  /** Cluster namespace: the namespace of the current context; `kube-system` of an app cluster. */
  namespace: string;
  /** Changes when the kubeconfig changes; reveals nothing. */
  fingerprint: string;
}

/** A usable kubeconfig, or the condition that says why there is none. */
export type KubeconfigReading =
  | { ok: true; value: UsableKubeconfig }
  | { ok: false; reason: string; message: string };

/** A secret that is of no use, though it is there. @param message - a sentence that names it. */
export const unusable = (message: string): KubeconfigReading => ({
  ok: false,
  reason: conditionReasons.kubeconfigSecretInvalid,
  message,
});

/** Said with what is wrong with a newer one. */
export const staysInUse = 'The kubeconfig before it stays in use.';

/**
 * The kubeconfig comes from another cluster or its people, so it may not make this process run a program, read files, go through a
 * proxy or act as somebody else. Where that cluster is, is not for us to judge: it may be on this very machine.
 */
const policy: KubeConfigPolicy = {
  ...kubeConfigPolicies.strict,
  loopback: 'allow',
  localNames: 'allow',
  insecureTls: 'allow',
};

/** Whether a token has ended is for the control plane to say: a wrong clock here must not stop the sync. */
const ignoreExpiry = new Date(0);

/** What a kubeconfig is for: where its namespace comes from, and what to do when it is missing or wrong. */
interface Purpose {
  namespaceOf: (original: KubeConfig) => string | undefined;
  missingHint: string;
  invalidHint: string;
}

const toControlPlane: Purpose = {
  namespaceOf: original =>
    original.getContextObject(original.getCurrentContext())?.namespace,
  missingHint: 'Bind again to create it.',
  invalidHint: 'Bind again.',
};

const replace =
  'Put a kubeconfig of the app cluster into the Secret that its AppClusterBinding names.';
const toAppCluster: Purpose = {
  // By its UID the cluster is told from others.
  namespaceOf: () => 'kube-system',
  missingHint: replace,
  invalidHint: replace,
};

class NoNamespaceError extends Error {
  constructor() {
    super(
      'The context of the kubeconfig has no namespace. It must name the cluster namespace.',
    );
  }
}

/**
 * Reads a kubeconfig secret.
 * @param where - how to name the secret in messages, such as `Secret klutch-bind/kubeconfig-x7k2p`.
 */
export const readKubeconfigSecret = (
  secret: Secret | undefined,
  key: string,
  where: string,
): KubeconfigReading => read(secret, key, where, toControlPlane);

/** Reads the secret of control-plane mode, whose kubeconfig leads to the app cluster; its context needs no namespace. */
export const readAppClusterSecret = (
  secret: Secret | undefined,
  key: string,
  where: string,
): KubeconfigReading => read(secret, key, where, toAppCluster);

function read(
  secret: Secret | undefined,
  key: string,
  where: string,
  purpose: Purpose,
): KubeconfigReading {
  const { missingHint, invalidHint } = purpose;
  if (!secret) {
    return {
      ok: false,
      reason: conditionReasons.kubeconfigSecretNotFound,
      message: `${where} does not exist. ${missingHint}`,
    };
  }
  const encoded = secret.data?.[key];
  if (!encoded) {
    return unusable(
      `${where} has no data under the key "${key}". ${invalidHint}`,
    );
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  try {
    return { ok: true, value: sanitize(text, purpose) };
  } catch (error) {
    // Other messages may quote the file, and with it a credential.
    const why =
      error instanceof KubeconfigRefusedError ||
      error instanceof NoNamespaceError
        ? error.message
        : 'The kubeconfig is not readable.';
    return unusable(`${where} is of no use. ${why} ${invalidHint}`);
  }
}

/** @throws Error when it is not readable, asks for too much or names no cluster namespace. */
function sanitize(text: string, { namespaceOf }: Purpose): UsableKubeconfig {
  const { kubeconfig } = sanitizeKubeConfig(text, policy, ignoreExpiry);
  const kubeConfig = loadKubeConfig(kubeconfig);
  // The intake leaves credentials and address only.
  const namespace = namespaceOf(loadKubeConfig(text));
  if (!namespace) throw new NoNamespaceError();
  return { kubeConfig, namespace, fingerprint: hashOf(text) };
}
