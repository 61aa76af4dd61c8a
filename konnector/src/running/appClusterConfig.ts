/** How the program gets to the cluster it is at home in: the app cluster, or in control-plane mode the control plane. */
import { readFileSync } from 'node:fs';
import { loadKubeConfig } from '@klutch/kube';
import type { KubeConfig } from '../controlPlane/connect';

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
 * Access to that cluster: from a file, or the pod's own without one.
 * @throws Error in words when there is neither.
 */
export function appClusterConfig(file: string | undefined): KubeConfig {
  if (file) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      throw new Error(
        `The kubeconfig ${file} cannot be read. Check the path given with --kubeconfig.`,
      );
    }
    return loadKubeConfig(text);
  }
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } =
    process.env;
  if (!host) {
    throw new Error(
      'Not inside a cluster. Give one with --kubeconfig <file>: the app cluster, or in control-plane mode the control plane.',
    );
  }
  return loadKubeConfig(inClusterKubeconfig(host, port ?? '443'));
}
