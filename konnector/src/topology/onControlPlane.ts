/** Control-plane mode: konnector and bindings are on the control plane, which has a kubeconfig for the app cluster. */
import { bindResources } from '@klutch/bind-api';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import type { KubeConfig } from '../access/connect';
import { hashOf } from '../json/projection';
import { WatchedAppCluster } from './WatchedAppCluster';
import type { RemoteAppCluster, Topology, TopologyParts } from './Topology';

/**
 * @throws Error with a message for the user when the konnector's own kubeconfig uses a feature that the client does
 *   not support.
 */
export function onControlPlane(
  { controlPlane, clusterNamespace, kubeconfigSecret }: RemoteAppCluster,
  parts: TopologyParts,
): Topology {
  const connection = parts.connect(controlPlane);
  const bindingCluster = connection.guarded(parts.leadership.guard);
  const usable = (kubeConfig: KubeConfig): UsableKubeconfig => ({
    kubeConfig,
    namespace: clusterNamespace,
    fingerprint: hashOf(kubeConfig.exportConfig()),
  });
  let own = usable(controlPlane);
  let changed: () => void = () => undefined;
  const appCluster = new WatchedAppCluster({
    ...parts,
    bindingCluster,
    secretRef: kubeconfigSecret,
  });
  appCluster.onChange(() => changed());
  return {
    bindingCluster,
    appCluster: appCluster.client,
    bindings: Promise.resolve({
      resource: bindResources.bindings,
      namespace: clusterNamespace,
    }),
    remote: {
      appCluster,
      get controlPlane() {
        return own;
      },
      onChange(listener) {
        changed = listener;
      },
    },
    appClusterReplaced: appCluster.appClusterReplaced,
    get waitingFor() {
      return appCluster.waitingFor;
    },
    // The identity of the control plane is verified per binding, because bindings are pinned to their control plane.
    verifyKubeconfig: async () => undefined,
    async reconnect(next) {
      await connection.reconnect(next);
      own = usable(next);
      changed();
    },
    async close() {
      await Promise.all([connection.close(), appCluster.close()]);
    },
  };
}
