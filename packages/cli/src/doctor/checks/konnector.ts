/** Pods and image of the konnector. Pure. */
import { imageOf, type Deployment } from '../../konnector/konnectorDeployment';
import { rolloutProblem, type Pod } from '../../konnector/konnectorPods';
import { failed, ok, warning, type Finding } from '../Finding';

function konnector(deployment: Deployment, pods: readonly Pod[]): Finding {
  const { metadata, spec, status } = deployment;
  const { replicas = 1 } = spec ?? {};
  const { readyReplicas = 0 } = status ?? {};
  const message = `app cluster: ${metadata.name} of ${imageOf(deployment)}, ${readyReplicas} of ${replicas} pods ready`;
  const problem = rolloutProblem(deployment, pods);
  if (problem) {
    // Pods of a former image go on while those of a new one do not start.
    const make = problem.isFinal && readyReplicas === 0 ? failed : warning;
    return make(
      'Versions',
      `${message}; ${problem.message}`,
      `${problem.remedy}.`,
    );
  }
  return readyReplicas > 0 && readyReplicas >= replicas
    ? ok('Versions', message)
    : warning(
        'Versions',
        message,
        'See why: kubectl -n klutch-bind describe pods -l app=konnector.',
      );
}

/**
 * Whether each konnector has its pods.
 *
 * @param pods - of all konnectors, as far as they may be listed
 */
export function konnectors(
  deployments: readonly Deployment[],
  pods: readonly Pod[],
): Finding[] {
  if (deployments.length > 0) {
    return deployments.map(deployment => konnector(deployment, pods));
  }
  return [
    warning(
      'Versions',
      'app cluster: no Deployment of the konnector in klutch-bind',
      'Run "kubectl klutch konnector install --image <image>", unless the konnector runs elsewhere.',
    ),
  ];
}
