/** Selects the topology by where the konnector runs. */
import type { KubeConfig } from '../access/connect';
import { onAppCluster } from './onAppCluster';
import { onControlPlane } from './onControlPlane';
import type { RemoteAppCluster, Topology, TopologyParts } from './Topology';

/** Whether the konnector runs in control-plane mode. */
export const isRemote = (
  appCluster: KubeConfig | RemoteAppCluster,
): appCluster is RemoteAppCluster => 'controlPlane' in appCluster;

/** Kubeconfig of the cluster with the bindings and the Lease. */
export const bindingClusterKubeConfig = (
  appCluster: KubeConfig | RemoteAppCluster,
): KubeConfig => (isRemote(appCluster) ? appCluster.controlPlane : appCluster);

/**
 * @throws Error with a message for the user when the konnector's own kubeconfig uses a feature that the client does
 *   not support.
 */
export const openTopology = (
  appCluster: KubeConfig | RemoteAppCluster,
  parts: TopologyParts,
): Topology =>
  isRemote(appCluster)
    ? onControlPlane(appCluster, parts)
    : onAppCluster(appCluster, parts);
