// A sanitized kubeconfig as client-node reads it.
import { load } from 'js-yaml';
import { loadKubeConfig } from '../../client/kubeConfig';
import { KubeConfigPolicy, kubeConfigPolicies } from '../KubeConfigPolicy';
import { SanitizedKubeConfig, sanitizeKubeConfig } from '../sanitizeKubeConfig';

/** The result, with its one cluster and one user. */
export function sanitized(
  yaml: string,
  policy: KubeConfigPolicy = kubeConfigPolicies.strict,
): SanitizedKubeConfig & { cluster?: object; user?: object } {
  const result = sanitizeKubeConfig(yaml, policy);
  const read = load(result.kubeconfig) as {
    clusters: { cluster: object }[];
    users: { user: object }[];
    contexts: object[];
  };
  expect(read.clusters).toHaveLength(1);
  expect(read.users).toHaveLength(1);
  expect(read.contexts).toHaveLength(1);
  expect(loadKubeConfig(result.kubeconfig).getCurrentCluster()).not.toBeNull();
  return {
    ...result,
    cluster: read.clusters[0]?.cluster,
    user: read.users[0]?.user,
  };
}
