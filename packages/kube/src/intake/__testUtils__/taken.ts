// What was taken in, as a reader sees it that is not ours.
import { loadYaml } from '@kubernetes/client-node';
import { loadKubeConfig } from '../../client/kubeConfig';
import { IntakePolicy, intakePolicies } from '../IntakePolicy';
import { IntakeResult, takeInKubeconfig } from '../takeInKubeconfig';

/** The result, and its one cluster and one user. */
export function taken(
  yaml: string,
  policy: IntakePolicy = intakePolicies.strict,
): IntakeResult & { cluster?: object; user?: object } {
  const result = takeInKubeconfig(yaml, policy);
  const read = loadYaml<{
    clusters: { cluster: object }[];
    users: { user: object }[];
    contexts: object[];
  }>(result.kubeconfig);
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
