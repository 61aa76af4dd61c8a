/** The usual topology: konnector, bindings and kubeconfig secrets are on the app cluster. */
import { deferred, type KubeClient } from '@klutch/kube';
import { keepBindingCrd } from '../crds/bindingCrd';
import { createClusterIdentity } from '../access/clusterIdentity';
import type { KubeConfig } from '../access/connect';
import { createTryOut } from '../access/tryOut';
import { createLoss } from './loss';
import type { Topology, TopologyParts } from './Topology';

const namespace = 'kube-system';

/** @throws Error in words when the kubeconfig asks for something the client does not do. */
export function onAppCluster(
  kubeConfig: KubeConfig,
  { connect, duty, askAgainMs, signal, logger }: TopologyParts,
): Topology {
  const connection = connect(kubeConfig);
  const client = connection.guarded(duty.guard);
  const crd = keepBindingCrd({ client, duty, signal, logger });
  const { lost, lose } = createLoss();
  let uid: string | undefined;
  const answered = deferred<KubeClient>();
  const identity = createClusterIdentity({
    client: connection,
    namespace,
    askAgainMs,
    known(found) {
      if (uid !== undefined && uid !== found) {
        lose();
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
  const tryOut = createTryOut({
    connect,
    uid: () => uid,
    cluster: 'app cluster',
  });
  return {
    bindingCluster: client,
    appCluster: answered.promise,
    bindings: crd.ready.then(resource => ({ resource })),
    lost,
    get waitsFor() {
      if (crd.waitsFor !== undefined || uid !== undefined) return crd.waitsFor;
      return (
        identity.trouble()?.message ?? 'The app cluster is being looked up.'
      );
    },
    async tryOut(next) {
      // Nothing was done with it yet that another cluster could spoil.
      if (uid === undefined) return;
      const refused = await tryOut({ kubeConfig: next, namespace }, signal);
      if (refused?.elsewhere) lose();
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
