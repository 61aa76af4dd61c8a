// The cluster for the figures of packages/kube.
import { startCluster } from '@klutch/local-clusters';
import { BareApi, bareApi } from '../harness/bareApi';
import { installSamples } from './sample';

export interface KubeEnvironment {
  /** Kubeconfig of the cluster's admin (YAML). */
  kubeconfig: string;
  api: BareApi;
  /** Namespaces that were already filled. */
  populated: Set<string>;
}

export async function setUpKube(context: {
  log(text: string): void;
  signal: AbortSignal;
}): Promise<{ environment: KubeEnvironment; tearDown(): Promise<void> }> {
  const { log, signal } = context;
  log('starting a cluster');
  const cluster = await startCluster({ name: 'bench', signal });
  const api = bareApi(cluster.kubeconfig);
  const tearDown = async () => {
    await api.close();
    await cluster.stop();
  };
  try {
    await installSamples(api, signal);
  } catch (error) {
    await tearDown();
    throw error;
  }
  const { kubeconfig } = cluster;
  return {
    environment: { kubeconfig, api, populated: new Set() },
    tearDown,
  };
}
