/** Kubeconfig files with an embedded client certificate, for kubectl and every Kubernetes client. */
import { stringify } from 'yaml';
import type { KeyPair } from '@klutch/local-processes';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

/** Writes a kubeconfig (YAML) with one cluster, one user and one context, which is the current one. */
export function writeKubeconfig(o: {
  cluster: string;
  url: string;
  /** PEM of the CA that signed the server's certificate. */
  caCert: string;
  user: string;
  credentials: KeyPair;
}): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': o.cluster,
    clusters: [
      {
        name: o.cluster,
        cluster: {
          server: o.url,
          'certificate-authority-data': base64(o.caCert),
        },
      },
    ],
    users: [
      {
        name: o.user,
        user: {
          'client-certificate-data': base64(o.credentials.cert),
          'client-key-data': base64(o.credentials.key),
        },
      },
    ],
    contexts: [
      { name: o.cluster, context: { cluster: o.cluster, user: o.user } },
    ],
  });
}
