/** What all parts of the konnector share about the cluster they run for. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Cache, KubeClient, Logger, Namespace } from '@klutch/kube';
import type { EventRecorder } from './events/eventRecorder';

/** The app cluster as the parts see it. */
export interface AppCluster {
  client: KubeClient;
  /** UID of its `kube-system` namespace: stands for the cluster. */
  uid: string;
  namespaces: Cache<Namespace>;
  bindings: Cache<APIServiceBinding>;
  events: EventRecorder;
  logger: Logger;
  /** `v1.2.3` */
  konnectorVersion: string;
  /** How often the konnector beats, and what it promises; milliseconds. */
  heartbeat: { tickMs: number; intervalMs: number };
}

/** Names of the indexes of {@link AppCluster.bindings}. */
export const bindingIndexes = {
  /** `namespace/name` of the kubeconfig secret. */
  secret: 'secret',
  /** Name of the binding: the API. */
  api: 'api',
} as const;
