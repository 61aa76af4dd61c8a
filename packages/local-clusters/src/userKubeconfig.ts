/** Kubeconfigs for arbitrary users, with client certificates signed by the cluster's CA. */
import { issueCertificate, type KeyPair } from '@klutch/local-processes';
import { writeKubeconfig } from './kubeconfig';

/** Creates a kubeconfig (YAML) for the user and groups; their rights depend on the cluster's RBAC. */
export async function createUserKubeconfig(o: {
  cluster: string;
  url: string;
  authority: KeyPair;
  user: string;
  groups: string[];
}): Promise<string> {
  const request = {
    commonName: o.user,
    organizations: o.groups,
    usage: 'client' as const,
  };
  const credentials = await issueCertificate(o.authority, request);
  return writeKubeconfig({
    cluster: o.cluster,
    url: o.url,
    caCert: o.authority.cert,
    user: o.user,
    credentials,
  });
}
