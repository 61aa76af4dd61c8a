/** One connection to a control plane: everything that depends on one kubeconfig, and ends with it. */
import {
  apiServiceExportResource,
  apiServiceNamespaceResource,
  clusterBindingResource,
  names,
  type APIServiceExport,
  type APIServiceNamespace,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  createClient,
  createController,
  defineResource,
  type Cache,
  type Controller,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { bindingIndexes, type AppCluster } from '../appCluster';
import {
  createRelatedObjects,
  type RelatedObjects,
} from '../claims/relatedObjects';
import { createHeartbeat, type Heartbeat } from '../heartbeat/heartbeat';
import { createNamespaceDeletion } from '../namespaces/namespaceDeletion';
import {
  createServiceNamespaces,
  type ServiceNamespaces,
} from '../namespaces/serviceNamespaces';
import { idOf } from '../singleObjectWatches';
import { followTrouble, type Trouble } from '../trouble';
import type { UsableKubeconfig } from './kubeconfigSecret';
import { createUnboundExports } from './unboundExports';

/** Where the kubeconfig came from. */
export interface SecretRef {
  namespace: string;
  name: string;
  key: string;
}

/** A connection as bindings use it. */
export interface Connection {
  readonly clusterNamespace: string;
  /** See {@link UsableKubeconfig.fingerprint}. */
  readonly fingerprint: string;
  readonly client: KubeClient;
  readonly exports: Cache<APIServiceExport>;
  readonly serviceNamespaces: ServiceNamespaces;
  readonly heartbeat: Heartbeat;
  /** UID of the cluster namespace and what needs it; undefined until the control plane has answered. */
  readonly ready:
    | { providerNamespaceUid: string; relatedObjects: RelatedObjects }
    | undefined;
  /** What keeps it from following the control plane. */
  trouble(): Trouble | undefined;
  /** Aborts when the connection ends; everything that uses it ends then too. */
  readonly signal: AbortSignal;
  /** A copy has gone from the service namespace of this app cluster namespace. */
  copyGone(namespace: string): void;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}

/**
 * Starts at once.
 * @param options.changed - called whenever something changed that a binding should know.
 * @throws Error when the kubeconfig asks for what the client does not do.
 */
export function openConnection(options: {
  appCluster: AppCluster;
  kubeconfig: UsableKubeconfig;
  secretRef: SecretRef;
  changed: () => void;
  signal: AbortSignal;
}): Connection {
  const { appCluster, kubeconfig, secretRef } = options;
  const { namespace: clusterNamespace } = kubeconfig;
  const client = createClient(kubeconfig.kubeConfig, {
    userAgent: `klutch-konnector/${appCluster.konnectorVersion}`,
  });
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = appCluster.logger.child({ clusterNamespace });
  const changed = () => {
    if (!signal.aborted) options.changed();
  };

  const inClusterNamespace = <
    T extends APIServiceExport | APIServiceNamespace | ClusterBinding,
  >(
    resource: Parameters<typeof defineResource>[0],
  ): Cache<T> =>
    createCache({
      client,
      resource: defineResource<T>(resource),
      namespace: clusterNamespace,
      logger,
    });
  const apiExports = inClusterNamespace<APIServiceExport>(
    apiServiceExportResource,
  );
  const namespaceCache = inClusterNamespace<APIServiceNamespace>(
    apiServiceNamespaceResource,
  );
  const clusterBindings = inClusterNamespace<ClusterBinding>(
    clusterBindingResource,
  );
  const caches = [apiExports, namespaceCache, clusterBindings];

  const serviceNamespaces = createServiceNamespaces({
    client,
    cache: namespaceCache,
    clusterNamespace,
    consumerCluster: appCluster.uid,
  });
  const heartbeat = createHeartbeat({
    appCluster,
    client,
    clusterNamespace,
    clusterBindings,
    secretRef,
    changed,
    signal,
    logger,
  });
  const namespaceDeletion = createNamespaceDeletion({
    appCluster,
    client,
    clusterNamespace,
    serviceNamespaces,
    exports: apiExports,
  });
  const isReserved = (
    resource: Resource,
    key: { namespace?: string; name: string },
  ) =>
    resource.plural === core.secrets.plural &&
    resource.group === core.secrets.group &&
    appCluster.bindings.byIndex(bindingIndexes.secret, idOf(key)).length > 0;

  let ready: Connection['ready'];
  let identityTrouble: Trouble | undefined;
  const identity = createController({
    name: 'cluster-namespace-identity',
    logger,
    watches: [],
    async reconcile() {
      let providerNamespaceUid: string;
      try {
        providerNamespaceUid = await readUid(client, clusterNamespace);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        identityTrouble = {
          message,
          since: identityTrouble?.since ?? new Date(),
        };
        changed();
        throw error;
      }
      identityTrouble = undefined;
      ready = {
        providerNamespaceUid,
        relatedObjects: createRelatedObjects({
          consumerClient: appCluster.client,
          providerClient: client,
          serviceNamespaces,
          pins: { consumerCluster: appCluster.uid, providerNamespaceUid },
          events: appCluster.events,
          isReserved,
          changed,
          signal,
          logger,
        }),
      };
      changed();
    },
  });

  const controllers: Controller[] = [
    heartbeat.controller,
    namespaceDeletion,
    identity,
    createUnboundExports({
      appCluster,
      client,
      exports: apiExports,
      secretRef,
      logger,
    }),
  ];
  const troubles = caches.map(cache =>
    followTrouble<KubeObject>(cache, 'of the control plane'),
  );
  for (const cache of caches) {
    cache.onHealth(changed);
    cache.start(signal);
  }
  apiExports.subscribe(changed);
  Promise.all(caches.map(cache => cache.whenSynced(signal))).then(
    changed,
    () => undefined,
  );
  controllers.forEach(controller => controller.start(signal));
  // The first heartbeat says also that there is no ClusterBinding, which no event would.
  heartbeat.controller.enqueue(names.clusterBinding);
  identity.enqueue(clusterNamespace);

  return {
    clusterNamespace,
    fingerprint: kubeconfig.fingerprint,
    client,
    exports: apiExports,
    serviceNamespaces,
    heartbeat,
    get ready() {
      return caches.every(cache => cache.synced) ? ready : undefined;
    },
    trouble: () =>
      troubles.map(trouble => trouble()).find(Boolean) ?? identityTrouble,
    signal,
    copyGone: namespace => namespaceDeletion.enqueue(namespace),
    async stop() {
      stopped.abort();
      await Promise.all(controllers.map(controller => controller.stopped()));
      await client.close();
    },
  };
}

/** UID of the cluster namespace: the only thing of the control plane that its identity can be told by. */
async function readUid(
  client: KubeClient,
  clusterNamespace: string,
): Promise<string> {
  const found = await client.get(core.namespaces, { name: clusterNamespace });
  const uid = found?.metadata.uid;
  if (uid) return uid;
  throw new Error(
    `The cluster namespace ${clusterNamespace} does not exist on the control plane. Bind again.`,
  );
}
