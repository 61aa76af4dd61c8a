/** Keeps all objects of one API in step: its caches on both clusters feed the one reconcile. */
import {
  createCache,
  createController,
  keyOf,
  type KubeClient,
  type Logger,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import type { EventRecorder } from '../events/eventRecorder';
import type { ClusterPins } from '../markers';
import { startServiceNamespaceCaches } from '../namespaces/serviceNamespaceCaches';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { followTrouble, type Trouble } from '../trouble';
import { createSyncReconcile } from './reconcile';

/** What a syncer needs. */
export interface SyncerOptions {
  /** The synced version of the API; the same on both clusters. */
  resource: Resource;
  /** Name of the CRD, `<plural>.<group>`. */
  crdName: string;
  statusSubresource: boolean;
  consumerClient: KubeClient;
  providerClient: KubeClient;
  serviceNamespaces: ServiceNamespaces;
  clusterNamespace: string;
  pins: ClusterPins;
  events: EventRecorder;
  /** A copy has gone from the service namespace of this app cluster namespace. */
  copyGone: (namespace: string) => void;
  /** Called when {@link Syncer.synced} or {@link Syncer.trouble} may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
}

/** A running syncer. */
export interface Syncer {
  /** The objects of the app cluster are known. */
  readonly synced: boolean;
  /** What keeps it from following one of the clusters. */
  trouble(): Trouble | undefined;
  /** The schema of the API changed on one of the clusters: what was rejected may be accepted now. */
  schemaChanged(): void;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}

/** API servers take a moment to serve by a changed CRD; milliseconds. */
const schemaDelayMs = 1_000;
const byNamespace = 'namespace';

/** Starts to sync one API. */
export function startSyncer(options: SyncerOptions): Syncer {
  const { resource, serviceNamespaces, consumerClient, providerClient } =
    options;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = options.logger.child({ api: options.crdName });

  const consumers = createCache<Unstructured>({
    client: consumerClient,
    resource,
    indexes: {
      [byNamespace]: object => [object.metadata.namespace ?? ''],
    },
    logger,
  });
  const keysIn = (namespace: string) =>
    consumers.byIndex(byNamespace, namespace).map(keyOf);
  const providers = startServiceNamespaceCaches<Unstructured>({
    client: providerClient,
    resource,
    serviceNamespaces,
    changed: (namespace, { type, object }) => {
      enqueue(`${namespace}/${object.metadata.name}`);
      if (type === 'deleted') options.copyGone(namespace);
    },
    synced: namespace => {
      keysIn(namespace).forEach(enqueue);
      options.changed();
    },
    healthChanged: options.changed,
    signal,
    logger,
  });
  const sync = createSyncReconcile({ ...options, consumers, providers });
  const controller = createController({
    name: 'sync',
    logger,
    concurrency: 8,
    watches: [
      { cache: consumers },
      {
        cache: serviceNamespaces.cache,
        key: object => keysIn(object.metadata.name ?? ''),
      },
    ],
    reconcile: (key, context) => sync.reconcile(key, context),
  });

  const consumerTrouble = followTrouble(consumers, 'of the app cluster');
  consumers.subscribe(({ type, object }) => {
    if (type === 'deleted') options.events.forget(object);
  });
  consumers.onHealth(() => {
    if (!signal.aborted) options.changed();
  });
  consumers.whenSynced(signal).then(options.changed, () => undefined);
  consumers.start(signal);
  controller.start(signal);

  function enqueue(key: string): void {
    controller.enqueue(key);
  }

  return {
    get synced() {
      return consumers.synced;
    },
    trouble: () => consumerTrouble() ?? providers.trouble(),
    schemaChanged() {
      sync
        .schemaChanged()
        .forEach(key => controller.enqueue(key, schemaDelayMs));
    },
    async stop() {
      stopped.abort();
      await controller.stopped();
    },
  };
}
