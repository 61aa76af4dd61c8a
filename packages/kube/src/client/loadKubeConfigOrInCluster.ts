// Access of a program to its own cluster: by a kubeconfig file, or as a pod.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { loadKubeConfig } from './kubeConfig';

const serviceAccountDir = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The pod's kubeconfig; its token file is read regularly, because the kubelet renews it. */
function inClusterKubeconfig(host: string, port: string): string {
  const address = host.includes(':') ? `[${host}]` : host;
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'pod',
        cluster: {
          server: `https://${address}:${port}`,
          'certificate-authority': `${serviceAccountDir}/ca.crt`,
        },
      },
    ],
    users: [{ name: 'pod', user: { tokenFile: `${serviceAccountDir}/token` } }],
    contexts: [{ name: 'pod', context: { cluster: 'pod', user: 'pod' } }],
    'current-context': 'pod',
  });
}

/**
 * Access of a program to its own cluster.
 * @param file - path of a kubeconfig; absent: the pod's service account is used
 * @param remedy - names the flag or configuration key to set when there is neither
 * @throws Error with a readable message when there is neither
 */
export function loadKubeConfigOrInCluster(
  file?: string,
  remedy = 'a kubeconfig file',
): KubeConfig {
  if (file) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      throw new Error(
        `The kubeconfig ${file} cannot be read. Check its path and permissions.`,
      );
    }
    return loadKubeConfig(text, dirname(file));
  }
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } =
    process.env;
  if (!host) {
    throw new Error(`Not inside a cluster. Set ${remedy}.`);
  }
  return loadKubeConfig(inClusterKubeconfig(host, port ?? '443'));
}
