/** The usual topology: konnector, bindings and kubeconfig secrets are on the app cluster. */
import { deferred, type KubeClient } from '@klutch/kube';
import { BindingCrdController } from '../crds/bindingCrd';
import { createClusterIdentity } from '../access/clusterIdentity';
import type { KubeConfig } from '../access/connect';
import { createKubeconfigVerifier } from '../access/verifyKubeconfig';
import { createAppClusterReplaced } from './appClusterReplaced';
import type { Topology, TopologyParts } from './Topology';

const namespace = 'kube-system';

/** @throws Error with a message for the user when the kubeconfig uses a feature that the client does not support. */
export function onAppCluster(
  kubeConfig: KubeConfig,
  {
    connect,
    leadership,
    checkIntervalMs: identityCheckMs,
    signal,
    logger,
  }: TopologyParts,
): Topology {
  const connection = connect(kubeConfig);
  const client = connection.guarded(leadership.guard);
  const crd = new BindingCrdController({
    client,
    leadership,
    signal,
    logger,
  });
  const { replaced: appClusterReplaced, reportReplaced } =
    createAppClusterReplaced();
  let uid: string | undefined;
  const answered = deferred<KubeClient>();
  const identity = createClusterIdentity({
    client: connection,
    namespace,
    identityCheckMs,
    known(found) {
      if (uid !== undefined && uid !== found) {
        reportReplaced();
        return;
      }
      uid = found;
      answered.resolve(client);
    },
    changed: () => undefined,
    logger,
  });
  identity.controller.start(signal);
  identity.controller.enqueue(namespace);
  const verifyKubeconfig = createKubeconfigVerifier({
    connect,
    uid: () => uid,
    cluster: 'app cluster',
  });
  return {
    bindingCluster: client,
    appCluster: answered.promise,
    bindings: crd.ready.then(resource => ({ resource })),
    appClusterReplaced,
    get waitingFor() {
      if (crd.waitingFor !== undefined || uid !== undefined)
        return crd.waitingFor;
      return (
        identity.failure()?.message ?? 'The app cluster has not answered yet.'
      );
    },
    async verifyKubeconfig(next) {
      // Nothing was written to the app cluster yet, so it may still be another one.
      if (uid === undefined) return;
      const refused = await verifyKubeconfig(
        { kubeConfig: next, namespace },
        signal,
      );
      if (refused?.isOtherCluster) reportReplaced();
      if (refused) throw new Error(refused.message);
    },
    async reconnect(next) {
      const replaced = connection.reconnect(next);
      identity.controller.enqueue(namespace);
      await replaced;
    },
    async close() {
      await identity.controller.stopped();
      await connection.close();
    },
  };
}
