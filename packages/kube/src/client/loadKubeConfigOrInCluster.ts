// How a program gets to the cluster it is at home in: by a kubeconfig file, or as a pod.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { loadKubeConfig } from './kubeConfig';

const serviceAccountDir = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The pod's own access; the token file is read again and again, because the kubelet renews it. */
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
 * Access to the cluster that a program is at home in.
 * @param file - kubeconfig; without one the service account of the pod is taken
 * @param remedy - what to give where there is neither: the flag or key that names the file
 * @throws Error in words when there is neither
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
        `The kubeconfig ${file} cannot be read. Check its path and rights.`,
      );
    }
    return loadKubeConfig(text, dirname(file));
  }
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } =
    process.env;
  if (!host) {
    throw new Error(`Not inside a cluster. Give ${remedy}.`);
  }
  return loadKubeConfig(inClusterKubeconfig(host, port ?? '443'));
}
