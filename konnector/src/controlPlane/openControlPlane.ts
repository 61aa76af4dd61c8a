/** Opens a connection to a control plane: everything that depends on one kubeconfig, and ends with it. */
import { bindResources, names } from '@klutch/bind-api';
import {
  core,
  createCache,
  type Cache,
  type CacheOptions,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { bindingIndexes, type AppCluster } from '../appCluster';
import { createRelatedObjects } from '../claims/relatedObjects';
import type { Breakers } from '../deletion/breaker/Breakers';
import { createHeartbeat } from '../heartbeat/heartbeat';
import { createNamespaceDeletion } from '../namespaces/namespaceDeletion';
import {
  createServiceNamespaces,
  serviceNamespaceIndexes,
} from '../namespaces/serviceNamespaces';
import { startOnDuty } from '../running/startOnDuty';
import { idOf } from '../singleObjectWatches';
import { followTrouble } from '../trouble';
import type { UsableKubeconfig } from '../bindings/kubeconfigSecret';
import { createClusterIdentity } from './clusterIdentity';
import type {
  ControlPlane,
  ReadyControlPlane,
  SecretRef,
} from './ControlPlane';
import { createRotation } from './rotation';
import { createTryOut } from './tryOut';
import { createUnboundExports } from './unboundExports';

/** How often to ask who the control plane is, at most; milliseconds. */
const askAgainMs = 30_000;

/**
 * Starts at once.
 * @param options.changed - called whenever something changed that a binding should know.
 * @throws Error when the kubeconfig asks for what the client does not do.
 */
export function openControlPlane(options: {
  appCluster: AppCluster;
  breakers: Breakers;
  kubeconfig: UsableKubeconfig;
  secretRef: SecretRef;
  changed: () => void;
  signal: AbortSignal;
}): ControlPlane {
  const { appCluster, kubeconfig, secretRef } = options;
  const { namespace: clusterNamespace } = kubeconfig;
  const connection = appCluster.connect(kubeconfig.kubeConfig);
  const client = connection.guarded(appCluster.duty.guard);
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = appCluster.logger.child({ clusterNamespace });
  const changed = () => {
    if (!signal.aborted) options.changed();
  };

  const inClusterNamespace = <T extends KubeObject>(
    resource: Resource<T>,
    indexes?: CacheOptions<T>['indexes'],
  ): Cache<T> =>
    createCache({
      client,
      resource,
      namespace: clusterNamespace,
      indexes,
      logger,
    });
  const apiExports = inClusterNamespace(bindResources.exports);
  const namespaceCache = inClusterNamespace(
    bindResources.serviceNamespaces,
    serviceNamespaceIndexes,
  );
  const clusterBindings = inClusterNamespace(bindResources.clusterBindings);
  const caches = [apiExports, namespaceCache, clusterBindings];

  const serviceNamespaces = createServiceNamespaces({
    client,
    cache: namespaceCache,
    clusterNamespace,
    consumerCluster: appCluster.uid,
  });
  let ready: ReadyControlPlane | undefined;
  const tryOut = createTryOut({
    connect: appCluster.connect,
    uid: () => ready?.providerNamespaceUid,
  });
  const heartbeat = createHeartbeat({
    appCluster,
    client,
    clusterNamespace,
    clusterBindings,
    secretRef,
    inUse,
    tryOut,
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

  let claims = new AbortController();
  const identity = createClusterIdentity({
    client,
    clusterNamespace,
    askAgainMs: Math.min(askAgainMs, appCluster.heartbeat.tickMs),
    known(providerNamespaceUid) {
      if (ready?.providerNamespaceUid === providerNamespaceUid) return;
      claims.abort();
      claims = new AbortController();
      ready = {
        providerNamespaceUid,
        relatedObjects: createRelatedObjects({
          consumerClient: appCluster.client,
          providerClient: client,
          serviceNamespaces,
          pins: { consumerCluster: appCluster.uid, providerNamespaceUid },
          events: appCluster.events,
          breakerOf: binding => options.breakers.of(binding),
          isReserved,
          duty: appCluster.duty,
          changed,
          signal: AbortSignal.any([signal, claims.signal]),
          logger,
        }),
      };
      heartbeat.controller.enqueue(names.clusterBinding);
    },
    changed,
    logger,
  });

  const rotation = createRotation({
    connection,
    tryOut,
    first: kubeconfig,
    changed() {
      // What failed with the former credentials is tried at once.
      heartbeat.controller.enqueue(names.clusterBinding);
      identity.controller.enqueue(clusterNamespace);
      changed();
    },
    logger,
  });

  function inUse() {
    return ready && rotation.inUse.fingerprint;
  }

  const following = [
    heartbeat.controller,
    identity.controller,
    rotation.controller,
  ];
  const working = [
    namespaceDeletion,
    createUnboundExports({
      appCluster,
      client,
      exports: apiExports,
      secretRef,
      providerNamespaceUid: () => ready?.providerNamespaceUid,
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
  following.forEach(controller => controller.start(signal));
  const atWork = startOnDuty(appCluster.duty, working, signal);
  // The first heartbeat says also that there is no ClusterBinding, which no event would.
  heartbeat.controller.enqueue(names.clusterBinding);
  identity.controller.enqueue(clusterNamespace);

  return {
    clusterNamespace,
    kubeconfig: rotation,
    client,
    exports: apiExports,
    serviceNamespaces,
    heartbeat,
    get ready() {
      return caches.every(cache => cache.synced) ? ready : undefined;
    },
    trouble: () =>
      troubles.map(trouble => trouble()).find(Boolean) ?? identity.trouble(),
    unauthorized: () =>
      [...troubles, identity.trouble, heartbeat.trouble]
        .map(trouble => trouble())
        .find(trouble => trouble?.reason === 'Unauthorized'),
    offer(next) {
      if (!ready) return false;
      rotation.offer(next);
      return true;
    },
    signal,
    copyGone: namespace => namespaceDeletion.enqueue(namespace),
    async stop() {
      stopped.abort();
      await Promise.all(following.map(controller => controller.stopped()));
      await atWork.stopped();
      await connection.close();
    },
  };
}
