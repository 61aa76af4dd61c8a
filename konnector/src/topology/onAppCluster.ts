/** The usual topology: konnector, bindings and kubeconfig secrets are on the app cluster. */
import { deferred, type KubeClient } from '@klutch/kube';
import { BindingCrdController } from '../crds/bindingCrd';
import { ClusterAccess } from '../access/ClusterAccess';
import type { KubeConfig } from '../access/connect';
import { createAppClusterReplaced } from './appClusterReplaced';
import type { Topology, TopologyParts } from './Topology';

const namespace = 'kube-system';

/** @throws Error with a message for the user when the kubeconfig uses a feature that the client does not support. */
export function onAppCluster(
  kubeConfig: KubeConfig,
  parts: TopologyParts,
): Topology {
  const { leadership, signal, logger } = parts;
  const access = new ClusterAccess(
    { ...parts, cluster: 'app cluster' },
    kubeConfig,
    namespace,
  );
  const client = access.client.guarded(leadership.guard);
  const crd = new BindingCrdController({
    client,
    leadership,
    signal,
    logger,
  });
  const { replaced: appClusterReplaced, reportReplaced } =
    createAppClusterReplaced();
  const answered = deferred<KubeClient>();
  access.onChange(() => {
    if (access.isReplaced) reportReplaced();
    else if (access.uid !== undefined) answered.resolve(client);
  });
  return {
    bindingCluster: client,
    appCluster: answered.promise,
    bindings: crd.ready.then(resource => ({ resource })),
    appClusterReplaced,
    get waitingFor() {
      if (crd.waitingFor !== undefined || access.uid !== undefined)
        return crd.waitingFor;
      return (
        access.failure()?.message ?? 'The app cluster has not answered yet.'
      );
    },
    async verifyKubeconfig(next) {
      // Nothing was written to the app cluster yet, so it may still be another one.
      if (access.uid === undefined) return;
      const refused = await access.verify(next, signal);
      if (refused?.isOtherCluster) reportReplaced();
      if (refused) throw new Error(refused.message);
    },
    reconnect: next => access.reconnect(next),
    close: () => access.close(),
  };
}
