/** Where a konnector runs decides which cluster has what. */
import type { KubeConfig } from '../access/connect';
import { onAppCluster } from './onAppCluster';
import { onControlPlane } from './onControlPlane';
import type { RemoteAppCluster, Topology, TopologyParts } from './Topology';

const isRemote = (
  appCluster: KubeConfig | RemoteAppCluster,
): appCluster is RemoteAppCluster => 'controlPlane' in appCluster;

/** Access to the cluster that has bindings and Lease. */
export const bindingClusterKubeConfig = (
  appCluster: KubeConfig | RemoteAppCluster,
): KubeConfig => (isRemote(appCluster) ? appCluster.controlPlane : appCluster);

/** @throws Error in words when the konnector's own kubeconfig asks for something the client does not do. */
export const openTopology = (
  appCluster: KubeConfig | RemoteAppCluster,
  parts: TopologyParts,
): Topology =>
  isRemote(appCluster)
    ? onControlPlane(appCluster, parts)
    : onAppCluster(appCluster, parts);
