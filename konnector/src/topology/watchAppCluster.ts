/**
 * Watches the Secret on the control plane with the kubeconfig of the app cluster, and checks the identity of that
 * cluster.
 */
import { conditionReasons as reasons } from '@klutch/bind-api';
import {
  core,
  createController,
  deferred,
  type KubeClient,
  type Secret,
  errorMessage,
} from '@klutch/kube';
import {
  readAppClusterSecret,
  unusable,
  type KubeconfigReading,
  type UsableKubeconfig,
} from '../access/kubeconfigSecret';
import {
  createClusterIdentity,
  type ClusterIdentity,
} from '../access/clusterIdentity';
import type { SecretRef } from '../access/SecretRef';
import { createRotation, type Rotation } from '../access/rotation';
import { createKubeconfigVerifier } from '../access/verifyKubeconfig';
import { idOf, SingleObjectWatches } from '../singleObjectWatches';
import { appClusterSecretCondition } from './appClusterSecretCondition';
import { createAppClusterReplaced } from './appClusterReplaced';
import type { AppClusterAccess } from './RemoteAccess';
import type { Topology, TopologyParts } from './Topology';

/** An app cluster that is reached from its control plane. */
export interface WatchedAppCluster extends Pick<
  Topology,
  'appClusterReplaced' | 'waitingFor' | 'close'
> {
  access: AppClusterAccess;
  /** Resolves once the app cluster has answered. Never rejects. */
  client: Promise<KubeClient>;
}

/** The state after a first valid kubeconfig. */
interface Connected {
  connection: KubeClient;
  identity: ClusterIdentity;
  kubeconfig: UsableKubeconfig;
  /** Set once the cluster has answered; from then on another kubeconfig must target the same cluster. */
  rotation?: Rotation;
}

/** Watches until the signal aborts. @param options.changed - called when the state of the access changed. */
export function watchAppCluster(
  options: TopologyParts & {
    bindingCluster: KubeClient;
    secretRef: SecretRef;
    changed: () => void;
  },
): WatchedAppCluster {
  const { connect, secretRef, signal, logger } = options;
  const where = `Secret ${idOf(secretRef)} on the control plane`;
  let reading: KubeconfigReading | undefined;
  let connected: Connected | undefined;
  let uid: string | undefined;
  const client = deferred<KubeClient>();
  const { replaced: appClusterReplaced, reportReplaced } =
    createAppClusterReplaced();

  const secrets = new SingleObjectWatches<Secret>({
    client: options.bindingCluster,
    resource: core.secrets,
    signal,
    logger,
    changed: enqueueRead,
  });
  const reader = createController({
    name: 'app-cluster-kubeconfig',
    logger,
    watches: [],
    reconcile: async () => reconcileSecret(),
  });
  const verifyKubeconfig = createKubeconfigVerifier({
    connect,
    uid: () => uid,
    cluster: 'app cluster',
  });

  function enqueueRead(): void {
    reader.enqueue(secretRef.name);
  }

  function reconcileSecret(): void {
    const found = secrets.observe(secretRef);
    if (!found.known && !found.problem) return;
    reading = found.known
      ? readAppClusterSecret(found.object, secretRef.key, where)
      : unusable(`${where} cannot be read: ${found.problem}`);
    if (reading.ok) {
      try {
        useKubeconfig(reading.value);
      } catch (error) {
        reading = unusable(`${where} cannot be used. ${errorMessage(error)}`);
      }
    }
    options.changed();
  }

  /** @throws Error with a message for the user when the kubeconfig uses a feature that the client does not support. */
  function useKubeconfig(next: UsableKubeconfig): void {
    if (!connected) {
      connected = connectAppCluster(next);
      return;
    }
    if (connected.rotation) {
      connected.rotation.offer(next);
      return;
    }
    if (next.fingerprint === connected.kubeconfig.fingerprint) return;
    const { connection, identity } = connected;
    connected.kubeconfig = next;
    connection.reconnect(next.kubeConfig).then(
      () => identity.controller.enqueue(next.namespace),
      error => {
        reading = unusable(`${where} cannot be used. ${error.message}`);
        options.changed();
      },
    );
  }

  function connectAppCluster(kubeconfig: UsableKubeconfig): Connected {
    const connection = connect(kubeconfig.kubeConfig);
    const identity = createClusterIdentity({
      client: connection,
      namespace: kubeconfig.namespace,
      identityCheckMs: options.checkIntervalMs,
      known: onIdentity,
      changed: options.changed,
      logger,
    });
    identity.controller.start(signal);
    identity.controller.enqueue(kubeconfig.namespace);
    return { connection, identity, kubeconfig };
  }

  function onIdentity(answered: string): void {
    if (!connected || answered === uid) return;
    if (uid !== undefined) {
      reportReplaced();
      return;
    }
    uid = answered;
    const { connection, identity, kubeconfig } = connected;
    const rotation = createRotation({
      connection,
      verify: verifyKubeconfig,
      first: kubeconfig,
      changed() {
        identity.controller.enqueue(kubeconfig.namespace);
        options.changed();
      },
      logger,
    });
    rotation.controller.start(signal);
    connected.rotation = rotation;
    client.resolve(connection.guarded(options.leadership.guard));
  }

  reader.start(signal);
  enqueueRead();

  return {
    access: {
      secretRef,
      get secretValid() {
        return appClusterSecretCondition(reading, connected?.rotation, where);
      },
      get isGone() {
        return (
          reading?.ok === false &&
          reading.reason === reasons.kubeconfigSecretNotFound
        );
      },
      get inUse() {
        if (!connected)
          throw new Error('The app cluster has no valid kubeconfig yet.');
        return (connected.rotation?.inUse ?? connected.kubeconfig).kubeConfig;
      },
      unauthorized() {
        const failure = connected?.identity.failure();
        return failure?.reason === 'Unauthorized' ? failure : undefined;
      },
    },
    client: client.promise,
    appClusterReplaced,
    get waitingFor() {
      if (uid !== undefined) return undefined;
      if (reading?.ok === false) return reading.message;
      return (
        connected?.identity.failure()?.message ??
        'The app cluster has not answered yet.'
      );
    },
    async close() {
      await reader.stopped();
      await connected?.identity.controller.stopped();
      await connected?.rotation?.controller.stopped();
      await connected?.connection.close();
    },
  };
}
