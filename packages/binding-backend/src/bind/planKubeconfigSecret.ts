/** Which Secret on the app cluster gets the kubeconfig for the control plane cluster; identified by its content. */
import { createHash } from 'node:crypto';
import { names, type APIServiceBinding } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { BindingError } from '../errors/BindingError';
import {
  kubeconfigOf,
  kubeconfigTarget,
  type KubeconfigTarget,
} from '../tokens/kubeconfig';

const suffixLength = 5;

const secretNameFor = (text: string): string => {
  const digest = createHash('sha256').update(text).digest('hex');
  const suffix = BigInt(`0x${digest}`).toString(36).slice(-suffixLength);
  return `${names.kubeconfigSecretGenerateName}${suffix}`;
};

/** Name `kubeconfig-<5>`, deterministic for one cluster namespace of one control plane cluster. */
export const kubeconfigSecretName = ({
  namespace: clusterNamespace,
  server,
}: KubeconfigTarget): string => secretNameFor(`${server}\n${clusterNamespace}`);

/**
 * Name of the Secret where existing Secrets cannot be read; independent of the control plane cluster's address, which
 * may change.
 * @param uid - of the cluster namespace
 */
export const joinSecretName = (uid: string): string => secretNameFor(uid);

/** Where to write the kubeconfig. */
export type SecretPlan =
  | { action: 'keep' | 'update' | 'create'; name: string }
  | { action: 'generate' };

/** Server and namespace of the kubeconfig in a Secret; undefined when it holds no readable kubeconfig. */
export const kubeconfigSecretTarget = (
  secret: Secret,
): KubeconfigTarget | undefined => kubeconfigTarget(kubeconfigOf(secret) ?? '');

/**
 * An existing binding names its Secret immutably. Otherwise the Secret is the one with a kubeconfig for the same
 * cluster namespace of the same control plane cluster, whatever its name (the reference generates names), or a new one.
 * @throws BindingError `Conflict` when the API is bound to another control plane cluster
 */
export const planKubeconfigSecret = (
  secrets: readonly Secret[],
  binding: APIServiceBinding | undefined,
  kubeconfig: string,
  target: KubeconfigTarget,
): SecretPlan => {
  const write = (secret: Secret): SecretPlan => ({
    action: kubeconfigOf(secret) === kubeconfig ? 'keep' : 'update',
    name: secret.metadata.name ?? '',
  });
  const byName = (name: string) =>
    secrets.find(({ metadata }) => metadata.name === name);

  const bound = binding?.spec?.kubeconfigSecretRef.name;
  if (bound) {
    const secret = byName(bound);
    if (!secret) return { action: 'create', name: bound };
    const other = kubeconfigSecretTarget(secret);
    if (other && !equal(other, target)) {
      throw new BindingError(
        'Conflict',
        `${binding.metadata.name} is already bound on this app cluster, to ${other.server} (namespace ${other.namespace}). Remove that binding first if this control plane is to provide it.`,
      );
    }
    return write(secret);
  }
  const same = [...secrets]
    .sort((a, b) =>
      (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1,
    )
    .find(secret => equal(kubeconfigSecretTarget(secret), target));
  if (same) return write(same);
  const name = kubeconfigSecretName(target);
  return byName(name) ? { action: 'generate' } : { action: 'create', name };
};
