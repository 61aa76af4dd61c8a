/** Pods and image of the konnector. Pure. */
import { ok, warning, type Finding } from '../Finding';
import { imageOf, type Deployment } from '../readKonnector';

/** Whether each konnector has its pods. */
export function konnectors(deployments: readonly Deployment[]): Finding[] {
  if (deployments.length === 0) {
    return [
      warning(
        'Versions',
        'app cluster: no Deployment of the konnector in klutch-bind',
        'Run "kubectl klutch konnector install", unless the konnector runs elsewhere.',
      ),
    ];
  }
  return deployments.map(deployment => {
    const { metadata, spec, status } = deployment;
    const { replicas = 1 } = spec ?? {};
    const { readyReplicas = 0 } = status ?? {};
    const message = `app cluster: ${metadata.name} of ${imageOf(deployment)}, ${readyReplicas} of ${replicas} pods ready`;
    return readyReplicas > 0 && readyReplicas >= replicas
      ? ok('Versions', message)
      : warning(
          'Versions',
          message,
          `See why: kubectl -n klutch-bind describe pods -l app=konnector.`,
        );
  });
}
