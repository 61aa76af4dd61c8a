/** Reads the kubeconfig that a binding references, or the reason why it cannot be used. */
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

/** A kubeconfig that passed the policy. */
export interface UsableKubeconfig {
  kubeConfig: KubeConfig;
  /** The cluster namespace, from the kubeconfig's current context; `kube-system` for an app cluster. */
  namespace: string;
  /** Hash of the kubeconfig; reveals no credential. */
  fingerprint: string;
}

/** A usable kubeconfig, or reason and message of the condition. */
export type KubeconfigReading =
  | { ok: true; value: UsableKubeconfig }
  | { ok: false; reason: string; message: string };

/**
 * Result for an existing Secret with an invalid kubeconfig.
 * @param message - a sentence that names the Secret.
 */
export const unusable = (message: string): KubeconfigReading => ({
  ok: false,
  reason: conditionReasons.kubeconfigSecretInvalid,
  message,
});

/** Appended to messages about a newer kubeconfig that was rejected. */
export const staysInUse = 'The previous kubeconfig stays in use.';

/**
 * The kubeconfig is written by another cluster or its operators, so it must not make this process run a program, read
 * files, use a proxy or impersonate a user. Any server address is allowed: the other cluster may run on this machine.
 */
const policy: KubeConfigPolicy = {
  ...kubeConfigPolicies.strict,
  loopback: 'allow',
  localNames: 'allow',
  insecureTls: 'allow',
};

/** Expiry is left to the API server: a wrong local clock must not stop the sync. */
const ignoreExpiry = new Date(0);

/**
 * Where the namespace of a kubeconfig comes from, and the hints of messages when the kubeconfig is missing or invalid.
 */
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
  // The UID of `kube-system` identifies the app cluster.
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
 * Reads a kubeconfig Secret.
 * @param where - name of the Secret for messages, such as `Secret klutch-bind/kubeconfig-x7k2p`.
 */
export const readKubeconfigSecret = (
  secret: Secret | undefined,
  key: string,
  where: string,
): KubeconfigReading => read(secret, key, where, toControlPlane);

/** Reads the Secret of control-plane mode with the kubeconfig of the app cluster, whose context needs no namespace. */
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
  try {
    return { ok: true, value: sanitizeOnce(secret, encoded, purpose) };
  } catch (error) {
    // Other errors may quote the kubeconfig, which contains a credential.
    const why =
      error instanceof KubeconfigRefusedError ||
      error instanceof NoNamespaceError
        ? error.message
        : 'The kubeconfig cannot be parsed.';
    return unusable(`${where} is not usable. ${why} ${invalidHint}`);
  }
}

/**
 * The last result for each Secret object: every reconcile of a binding reads
 * its Secret, and parsing and checking take milliseconds.
 */
const sanitized = new WeakMap<
  Secret,
  { encoded: string; purpose: Purpose; value: UsableKubeconfig }
>();

function sanitizeOnce(
  secret: Secret,
  encoded: string,
  purpose: Purpose,
): UsableKubeconfig {
  const last = sanitized.get(secret);
  if (last?.encoded === encoded && last.purpose === purpose) return last.value;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const value = sanitize(text, purpose);
  sanitized.set(secret, { encoded, purpose, value });
  return value;
}

/** @throws Error when the kubeconfig cannot be parsed, violates the policy or names no cluster namespace. */
function sanitize(text: string, { namespaceOf }: Purpose): UsableKubeconfig {
  const { kubeconfig } = sanitizeKubeConfig(text, policy, ignoreExpiry);
  const kubeConfig = loadKubeConfig(kubeconfig);
  // sanitizeKubeConfig keeps credentials and address only, so the namespace is
  // read from the original.
  const namespace = namespaceOf(loadKubeConfig(text));
  if (!namespace) throw new NoNamespaceError();
  return { kubeConfig, namespace, fingerprint: hashOf(text) };
}
