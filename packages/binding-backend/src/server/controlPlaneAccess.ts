/** The server's access to the control plane cluster, by its configuration. */
import {
  loadKubeConfigOrInCluster,
  type KubeMetrics,
  type Logger,
} from '@klutch/kube';
import { ControlPlaneAccess } from '../backend/ControlPlaneAccess';
import { backendNames } from '../backendNames';
import { externalEndpoint } from '../tokens/externalEndpoint';
import { backendVersion } from '../version';
import type { ServerConfig } from './config';
import { readNamedCertificates } from './readNamedFile';

interface ServerAccessOptions {
  controlPlane: ServerConfig['controlPlane'];
  logger: Logger;
  metrics: KubeMetrics;
}

/**
 * Reads the kubeconfig without opening a connection.
 * @throws BindingError `Misconfigured`; Error with a message for operators for an invalid kubeconfig
 */
export const controlPlaneAccess = ({
  controlPlane,
  logger,
  metrics,
}: ServerAccessOptions): ControlPlaneAccess => {
  const { externalCaFile, externalServer, kubeconfig, tlsServerName } =
    controlPlane;
  return new ControlPlaneAccess({
    file: kubeconfig,
    kubeConfig: loadKubeConfigOrInCluster(
      kubeconfig,
      'controlPlane.kubeconfig in the configuration',
    ),
    endpointOf: kubeConfig =>
      externalEndpoint(kubeConfig, {
        server: externalServer,
        tlsServerName,
        ...(externalCaFile && {
          ca: readNamedCertificates(
            'controlPlane.externalCaFile',
            externalCaFile,
          ),
        }),
      }),
    connection: {
      userAgent: `${backendNames.program}/${backendVersion}`,
      metrics,
    },
    logger,
  });
};
