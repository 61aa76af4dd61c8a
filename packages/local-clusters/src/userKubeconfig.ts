/**
 * Access for a user of one's choice, by a client certificate that the cluster's authority signs.
 */
import { writeKubeconfig } from './kubeconfig';
import { issueCertificate, type KeyPair } from './pki';

/** Makes a kubeconfig (YAML) for the user and groups; what they may do is up to the cluster's RBAC. */
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
