/** Opens a connection to a control plane, with everything that depends on one kubeconfig. */
import { names, type APIServiceBinding } from '@klutch/bind-api';
import { deferred, type KubeClient, errorMessage } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import type { SharedClaims } from '../claims/SharedClaims';
import type { Breakers } from '../deletion/breaker/Breakers';
import { Heartbeat } from '../heartbeat/heartbeat';
import { createNamespaceDeletion } from '../namespaces/namespaceDeletion';
import { createServiceNamespaces } from '../namespaces/serviceNamespaces';
import { startWhenLeading } from '../leaderElection/startWhenLeading';
import { isPersistent } from '../failure';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import {
  identityCheckMs,
  createClusterIdentity,
} from '../access/clusterIdentity';
import type { ExpectedClaims } from './ExpectedClaims';
import { registerConnectionMetrics } from './registerConnectionMetrics';
import { isBindingKubeconfigSecret } from './isBindingKubeconfigSecret';
import { targetsClusterNamespace } from './targetsClusterNamespace';
import { createConnectionClaims } from './connectionClaims';
import { createControlPlaneCaches } from './controlPlaneCaches';
import type { ControlPlane } from './ControlPlane';
import type { SecretRef } from '../access/SecretRef';
import { createRotation } from '../access/rotation';
import { createKubeconfigVerifier } from '../access/verifyKubeconfig';
import { createUnboundExports } from './unboundExports';

/** The kubeconfig uses a feature that the client does not support; the message names the feature. */
export class UnusableKubeconfig extends Error {}

function connectWith(
  { connect }: AppCluster,
  { kubeConfig }: UsableKubeconfig,
): KubeClient {
  try {
    return connect(kubeConfig);
  } catch (error) {
    throw new UnusableKubeconfig(errorMessage(error));
  }
}

/**
 * Opens the connection and starts its controllers.
 * @param options.changed - called whenever something changed that bindings depend on.
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
  const client = connection.guarded(appCluster.leadership.guard);
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = appCluster.logger.child({ clusterNamespace });
  const changed = () => {
    if (signal.aborted) return;
    options.claims.reevaluate();
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
  const verifyKubeconfig = createKubeconfigVerifier({
    connect: appCluster.connect,
    uid,
    cluster: 'control plane',
  });
  const heartbeat = new Heartbeat({
    appCluster,
    client,
    clusterNamespace,
    clusterBindings: caches.clusterBindings,
    secretRef,
    inUse,
    verifyKubeconfig,
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
    targetsThisControlPlane,
  });
  const copyDeleted = (namespace: string) =>
    namespaceDeletion.enqueue(namespace);
  const claims = createConnectionClaims({
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
        isReserved: isBindingKubeconfigSecret(appCluster.bindings),
        copyDeleted,
        isLost,
        expected: () =>
          caches.exports.synced
            ? options.expectedClaims(
                { secretRef, uid: providerNamespaceUid },
                name => caches.exports.get(`${clusterNamespace}/${name}`),
              )
            : undefined,
        leadership: appCluster.leadership,
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
    identityCheckMs: Math.min(identityCheckMs, appCluster.heartbeat.tickMs),
    known(providerNamespaceUid) {
      if (!claims.setNamespaceUid(providerNamespaceUid)) return;
      identityKnown.resolve();
      heartbeat.controller.enqueue(names.clusterBinding);
    },
    changed,
    logger,
    metrics,
  });

  const rotation = createRotation({
    connection,
    verify: verifyKubeconfig,
    first: kubeconfig,
    changed() {
      // Retries at once what failed with the previous credentials.
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
  function targetsThisControlPlane(binding: APIServiceBinding) {
    return targetsClusterNamespace(binding, secretRef, uid());
  }

  const failure = () =>
    caches.failures.map(getFailure => getFailure()).find(Boolean) ??
    identity.failure();
  function isLost() {
    const found = failure();
    return found !== undefined && isPersistent(found);
  }
  const unauthorized = () =>
    [...caches.failures, identity.failure, () => heartbeat.failure]
      .map(getFailure => getFailure())
      .find(found => found?.reason === 'Unauthorized');

  const standbyControllers = [
    heartbeat.controller,
    identity.controller,
    rotation.controller,
  ];
  const leaderControllers = [
    namespaceDeletion,
    createUnboundExports({
      appCluster,
      client,
      exports: caches.exports,
      targetsThisControlPlane,
      logger,
    }),
  ];
  caches.start(signal, changed);
  registerConnectionMetrics(metrics, signal, () => ({
    ready: claims.current !== undefined && caches.synced,
    failure: failure(),
    unauthorized: unauthorized(),
    heartbeatAge: heartbeat.ageSeconds,
  }));
  standbyControllers.forEach(controller => controller.start(signal));
  const leaderRun = startWhenLeading({
    leadership: appCluster.leadership,
    controllers: leaderControllers,
    ready: identityKnown.promise,
    signal,
  });
  // The first heartbeat also detects a missing ClusterBinding, for which there is no watch event.
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
    failure,
    unauthorized,
    offer(next) {
      if (!claims.current) return false;
      rotation.offer(next);
      return true;
    },
    signal,
    copyDeleted,
    async stop() {
      stopped.abort();
      await Promise.all(
        standbyControllers.map(controller => controller.stopped()),
      );
      await leaderRun.stopped();
      await claims.stopped();
      await connection.close();
    },
  };
}
