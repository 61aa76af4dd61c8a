/** A control plane, and an app cluster to bind. */
import type { KubeClient } from '@klutch/kube';
import { type LocalCluster, borrowCluster } from '@klutch/local-clusters';
import {
  clientOf,
  startControlPlane,
  type TestControlPlane,
} from './controlPlane';

/** Both clusters have one disposal. */
export interface TwoClusters {
  plane: TestControlPlane;
  cluster: LocalCluster;
  /** Administrator of the app cluster. */
  apps: KubeClient;
  stop(): Promise<void>;
}

/** Starts both. */
export const startTwoClusters = async (name: string): Promise<TwoClusters> => {
  const [plane, cluster] = await Promise.all([
    startControlPlane(`${name}-control`),
    borrowCluster({ name: `${name}-app` }),
  ]);
  const apps = clientOf(cluster.kubeconfig);
  return {
    plane,
    cluster,
    apps,
    async stop() {
      await apps.close();
      await Promise.all([cluster.stop(), plane.stop()]);
    },
  };
};
