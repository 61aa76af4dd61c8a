// Follows changes of a program's cluster access without a restart.
import { KubeConfig } from '@kubernetes/client-node';
import {
  followCertificateFiles,
  followKubeConfigFile,
  FollowOptions,
} from './followKubeConfig';

/**
 * Follows what {@link loadKubeConfigOrInCluster} has loaded: the file or, in a pod, the mounted certificate
 * authority. The pod's token file is read again regularly.
 * @throws RangeError when `pollMs` is out of range for a timer
 */
export function followKubeConfigOrInCluster({
  file,
  kubeConfig,
  ...options
}: FollowOptions & {
  /** The kubeconfig file; absent in a pod. */
  file?: string;
  /** The loaded kubeconfig. */
  kubeConfig: KubeConfig;
}): void {
  if (file) followKubeConfigFile({ ...options, path: file });
  else followCertificateFiles({ ...options, kubeConfig });
}
