/** The control plane, as the app cluster's tenant there. */
import { kubeconfigTarget } from '@klutch/binding-backend';
import {
  createClient,
  kubeConfigPolicies,
  loadKubeConfig,
  sanitizeKubeConfig,
  type KubeClient,
  type KubeConfigPolicy,
} from '@klutch/kube';

/**
 * The kubeconfig is written by the provider, so it must not make this program run another, read files or use a proxy;
 * the konnector has the same limits. Reference backends in a pod omit the certificate authority.
 */
const policy: KubeConfigPolicy = {
  ...kubeConfigPolicies.strict,
  loopback: 'allow',
  localNames: 'allow',
  insecureTls: 'allow',
};

/** A connection with a kubeconfig of a provider. */
export interface ControlPlaneTenant {
  client: KubeClient;
  /** The cluster namespace. */
  namespace: string;
}

/**
 * Connects with a kubeconfig of a provider.
 *
 * @throws Error when it names no cluster namespace, or asks for more than credentials and an address
 */
export function connectTenant(kubeconfig: string): ControlPlaneTenant {
  const target = kubeconfigTarget(kubeconfig);
  if (!target) {
    throw new Error(
      "The kubeconfig for the control plane has no context with a namespace. Use the one that the provider's backend issues.",
    );
  }
  const sanitized = sanitizeKubeConfig(kubeconfig, policy, new Date(0));
  return {
    client: createClient(loadKubeConfig(sanitized.kubeconfig)),
    namespace: target.namespace,
  };
}
