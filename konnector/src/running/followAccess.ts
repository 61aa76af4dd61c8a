/** Going on when the access to the cluster that the program is at home in changes, without a restart. */
import {
  followCertificateFiles,
  followKubeConfigFile,
  type FollowOptions,
} from '@klutch/kube';
import type { KubeConfig } from '../access/connect';

/** How the program got to its cluster: `loadOwnKubeConfig`. */
export interface Access {
  /** The kubeconfig's file; absent in a pod. */
  file?: string;
  kubeConfig: KubeConfig;
}

/** Follows the file, or in a pod the certificate authority that is mounted into it. Its token is read anew anyway. */
export function followAccess(
  { file, kubeConfig }: Access,
  options: FollowOptions,
): void {
  if (file) followKubeConfigFile({ ...options, path: file });
  else followCertificateFiles({ ...options, kubeConfig });
}
