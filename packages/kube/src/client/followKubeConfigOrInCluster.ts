// Going on when the access to the cluster that a program is at home in changes, without a restart.
import { KubeConfig } from '@kubernetes/client-node';
import {
  followCertificateFiles,
  followKubeConfigFile,
  FollowOptions,
} from './followKubeConfig';

/**
 * Follows what {@link loadKubeConfigOrInCluster} has loaded: the file, or in a pod the certificate authority that is mounted into
 * it. The pod's token is read again anyway.
 * @throws RangeError when `pollMs` is nothing that a timer can wait
 */
export function followKubeConfigOrInCluster({
  file,
  kubeConfig,
  ...options
}: FollowOptions & {
  /** The kubeconfig's file; left out in a pod. */
  file?: string;
  /** What was loaded. */
  kubeConfig: KubeConfig;
}): void {
  if (file) followKubeConfigFile({ ...options, path: file });
  else followCertificateFiles({ ...options, kubeConfig });
}
