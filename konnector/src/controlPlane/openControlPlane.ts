/** Opens a connection to a control plane: everything that depends on one kubeconfig, and ends with it. */
import { names, type APIServiceBinding } from '@klutch/bind-api';
import { deferred, type KubeClient } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import type { SharedClaims } from '../claims/SharedClaims';
import type { Breakers } from '../deletion/breaker/Breakers';
import { createHeartbeat } from '../heartbeat/heartbeat';
import { createNamespaceDeletion } from '../namespaces/namespaceDeletion';
import { createServiceNamespaces } from '../namespaces/serviceNamespaces';
import { startOnDuty } from '../duty/startOnDuty';
import { isLasting, wordsOf } from '../trouble';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import { askAgainMs, createClusterIdentity } from '../access/clusterIdentity';
import type { ExpectedClaims } from './ExpectedClaims';
import { showConnection } from './showConnection';
import { kubeconfigsOf } from './kubeconfigsOf';
import { leadsTo } from './leadsTo';
import { createClaimsOverConnection } from './claimsOverConnection';
import { createControlPlaneCaches } from './controlPlaneCaches';
import type { ControlPlane } from './ControlPlane';
import type { SecretRef } from '../access/SecretRef';
import { createRotation } from '../access/rotation';
import { createTryOut } from '../access/tryOut';
import { createUnboundExports } from './unboundExports';

/** The kubeconfig asks for what the client does not do; the message says what. */
export class UnusableKubeconfig extends Error {}

function connectWith(
  { connect }: AppCluster,
  { kubeConfig }: UsableKubeconfig,
): KubeClient {
  try {
    return connect(kubeConfig);
  } catch (error) {
    throw new UnusableKubeconfig(wordsOf(error));
  }
}

/**
 * Starts at once.
 * @param options.changed - called whenever something changed that a binding should know.
 * @throws UnusableKubeconfig
 */
export function openControlPlane(options: {
  appCluster: AppCluster;
  breakers: Breakers;
  expectedClaims: ExpectedClaims;
  claims: SharedClaims;
  kubeconfig: UsableKubeconfig;
  secretRef: SecretRef;
  changed: () => void;
  signal: AbortSignal;
}): ControlPlane {
  const { appCluster, kubeconfig, secretRef } = options;
  const { namespace: clusterNamespace } = kubeconfig;
  const connection = connectWith(appCluster, kubeconfig);
  const client = connection.guarded(appCluster.duty.guard);
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = appCluster.logger.child({ clusterNamespace });
  const changed = () => {
    if (signal.aborted) return;
    options.claims.review();
    options.changed();
  };

  const { metrics } = appCluster;
  const caches = createControlPlaneCaches({
    client,
    namespace: clusterNamespace,
    logger,
    metrics,
  });

  const serviceNamespaces = createServiceNamespaces({
    client,
    cache: caches.serviceNamespaces,
    clusterNamespace,
    consumerCluster: appCluster.uid,
    logger,
  });
  const tryOut = createTryOut({
    connect: appCluster.connect,
    uid,
    cluster: 'control plane',
  });
  const heartbeat = createHeartbeat({
    appCluster,
    client,
    clusterNamespace,
    clusterBindings: caches.clusterBindings,
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
    exports: caches.exports,
    leadsHere,
  });
  const copyGone = (namespace: string) => namespaceDeletion.enqueue(namespace);
  const claims = createClaimsOverConnection({
    join: (providerNamespaceUid, until) =>
      options.claims.join({
        consumerClient: appCluster.client,
        providerClient: client,
        namespaces: appCluster.namespaces,
        bindings: appCluster.bindings,
        clusterNamespace,
        serviceNamespaces,
        pins: { consumerCluster: appCluster.uid, providerNamespaceUid },
        events: appCluster.events,
        breakerOf: binding => options.breakers.of(binding),
        isReserved: kubeconfigsOf(appCluster.bindings),
        copyGone,
        isLost,
        expected: () =>
          caches.exports.synced
            ? options.expectedClaims(
                { secretRef, uid: providerNamespaceUid },
                name => caches.exports.get(`${clusterNamespace}/${name}`),
              )
            : undefined,
        duty: appCluster.duty,
        engine: appCluster.claimEngine,
        changed,
        signal: until,
        logger,
        metrics,
      }),
    signal,
  });
  const identityKnown = deferred<void>();
  const identity = createClusterIdentity({
    client,
    namespace: clusterNamespace,
    askAgainMs: Math.min(askAgainMs, appCluster.heartbeat.tickMs),
    known(providerNamespaceUid) {
      if (!claims.meet(providerNamespaceUid)) return;
      identityKnown.resolve();
      heartbeat.controller.enqueue(names.clusterBinding);
    },
    changed,
    logger,
    metrics,
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
    metrics,
  });

  function uid() {
    return claims.current?.providerNamespaceUid;
  }
  function inUse() {
    return claims.current && rotation.inUse.fingerprint;
  }
  function leadsHere(binding: APIServiceBinding) {
    return leadsTo(binding, secretRef, uid());
  }

  const trouble = () =>
    caches.troubles.map(tell => tell()).find(Boolean) ?? identity.trouble();
  function isLost() {
    const found = trouble();
    return found !== undefined && isLasting(found);
  }
  const unauthorized = () =>
    [...caches.troubles, identity.trouble, heartbeat.trouble]
      .map(tell => tell())
      .find(found => found?.reason === 'Unauthorized');

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
      exports: caches.exports,
      leadsHere,
      logger,
    }),
  ];
  caches.start(signal, changed);
  showConnection(metrics, signal, () => ({
    ready: claims.current !== undefined && caches.synced,
    trouble: trouble(),
    unauthorized: unauthorized(),
    heartbeatAge: heartbeat.ageSeconds,
  }));
  following.forEach(controller => controller.start(signal));
  const atWork = startOnDuty({
    duty: appCluster.duty,
    controllers: working,
    known: identityKnown.promise,
    signal,
  });
  // The first heartbeat says also that there is no ClusterBinding, which no event would.
  heartbeat.controller.enqueue(names.clusterBinding);
  identity.controller.enqueue(clusterNamespace);

  return {
    clusterNamespace,
    kubeconfig: rotation,
    client,
    exports: caches.exports,
    serviceNamespaces,
    heartbeat,
    get ready() {
      return caches.synced ? claims.current : undefined;
    },
    trouble,
    unauthorized,
    offer(next) {
      if (!claims.current) return false;
      rotation.offer(next);
      return true;
    },
    signal,
    copyGone,
    async stop() {
      stopped.abort();
      await Promise.all(following.map(controller => controller.stopped()));
      await atWork.stopped();
      await claims.stopped();
      await connection.close();
    },
  };
}
