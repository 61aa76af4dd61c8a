/** The usual topology: konnector, bindings and kubeconfig secrets are on the app cluster. */
import { keepBindingCrd } from '../bindings/bindingCrd';
import type { KubeConfig } from '../controlPlane/connect';
import type { Topology, TopologyParts } from './Topology';

/** @throws Error in words when the kubeconfig asks for something the client does not do. */
export function onAppCluster(
  kubeConfig: KubeConfig,
  { connect, duty, signal, logger }: TopologyParts,
): Topology {
  const connection = connect(kubeConfig);
  const client = connection.guarded(duty.guard);
  const crd = keepBindingCrd({ client, duty, signal, logger });
  return {
    bindingCluster: client,
    appCluster: Promise.resolve(client),
    bindings: crd.ready.then(resource => ({ resource })),
    // It is where the konnector is at home: whoever exchanges it starts the konnector anew.
    lost: new Promise<never>(() => undefined),
    get waitsFor() {
      return crd.waitsFor;
    },
    reconnect: next => connection.reconnect(next),
    close: () => connection.close(),
  };
}
