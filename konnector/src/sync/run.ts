/** What the steps of the reconcile share: the parts of one API, and one run for one object. */
import type {
  Cache,
  KubeClient,
  ReconcileContext,
  Resource,
  Unstructured,
} from '@klutch/kube';
import type { EventRecorder } from '../events/eventRecorder';
import type { FreshView } from '../freshView';
import type { ClusterPins } from '../markers';
import type { ServiceNamespaceCaches } from '../namespaces/serviceNamespaceCaches';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { ObjectMemory } from './objectMemory';

/** What one API is synced with. */
export interface SyncParts {
  resource: Resource;
  crdName: string;
  /** Does the synced version have a status subresource? */
  statusSubresource: boolean;
  consumerClient: KubeClient;
  consumers: Cache<Unstructured>;
  providerClient: KubeClient;
  providers: ServiceNamespaceCaches<Unstructured>;
  serviceNamespaces: ServiceNamespaces;
  clusterNamespace: string;
  pins: ClusterPins;
  events: EventRecorder;
}

/** One run for one object. */
export interface Run {
  parts: SyncParts;
  /** `namespace/name` on the app cluster. */
  key: string;
  namespace: string;
  name: string;
  memory: ObjectMemory;
  context: ReconcileContext;
  /** What the cache says; writes are remembered against it. */
  cached: Unstructured | undefined;
  consumerView: FreshView<Unstructured>;
  providerView: FreshView<Unstructured>;
}

/** Remembers the answer of a write to the app cluster. */
export function wroteConsumer(
  { consumerView, key, cached }: Run,
  written: Unstructured | undefined,
): void {
  consumerView.wrote(key, cached, written);
}
