/** Takes another kubeconfig into use: tries it out first, then goes on with it where the connection was. */
import {
  createController,
  isUnauthorized,
  type Controller,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import type { UsableKubeconfig } from '../bindings/kubeconfigSecret';
import { readClusterUid } from './clusterIdentity';
import type { KubeConfig } from './connect';

/** Why a kubeconfig that is there is not in use. */
export interface RefusedKubeconfig {
  /** A sentence for people. */
  message: string;
  /** It leads to another control plane, or to one that was rebuilt. */
  elsewhere: boolean;
}

/** The kubeconfigs of one connection: the one in use, and the one that is to follow. */
export interface Rotation {
  /** Tries a kubeconfig out when it is enqueued. */
  readonly controller: Controller;
  /** The kubeconfig in use. */
  readonly inUse: UsableKubeconfig;
  /** Why the newest kubeconfig is not in use; undefined when it is, or while it is tried out for the first time. */
  readonly refused: RefusedKubeconfig | undefined;
  /** Wants a kubeconfig in use; the same again does nothing. */
  offer(kubeconfig: UsableKubeconfig): void;
}

const wordsOf = (error: unknown): string => {
  if (isUnauthorized(error)) {
    return 'The control plane does not accept its credentials.';
  }
  return error instanceof Error ? error.message : 'It cannot be tried out.';
};

/**
 * A kubeconfig that does not work, or leads elsewhere, never replaces one that does. Watches go on where they were.
 * @param options.connection - goes on with the kubeconfig; not a guarded client.
 * @param options.connect - makes the client it is tried out with.
 * @param options.uid - UID of the cluster namespace, once known. Nothing is offered before.
 * @param options.changed - called when {@link Rotation.inUse} or {@link Rotation.refused} changed.
 */
export function createRotation(options: {
  connection: KubeClient;
  connect: (kubeConfig: KubeConfig) => KubeClient;
  first: UsableKubeconfig;
  uid: () => string | undefined;
  changed: () => void;
  logger: Logger;
}): Rotation {
  const { connection, logger } = options;
  let inUse = options.first;
  let offered = options.first;
  let refused: RefusedKubeconfig | undefined;

  function refuse(why: RefusedKubeconfig): void {
    if (refused?.message === why.message) return;
    refused = why;
    logger.warn({ why: why.message }, 'a new kubeconfig is not taken into use');
    options.changed();
  }

  async function tryOut(
    kubeconfig: UsableKubeconfig,
    signal: AbortSignal,
  ): Promise<string> {
    const client = options.connect(kubeconfig.kubeConfig);
    try {
      return await readClusterUid(client, kubeconfig.namespace, signal);
    } finally {
      await client.close();
    }
  }

  const controller = createController({
    name: 'kubeconfig-rotation',
    logger,
    watches: [],
    async reconcile(_key, { signal }) {
      const next = offered;
      if (next.fingerprint === inUse.fingerprint) {
        if (!refused) return;
        refused = undefined;
        options.changed();
        return;
      }
      let uid: string;
      try {
        uid = await tryOut(next, signal);
      } catch (error) {
        if (signal.aborted) return;
        refuse({ message: wordsOf(error), elsewhere: false });
        throw error;
      }
      if (uid !== options.uid()) {
        refuse({
          message:
            'It leads to another control plane, or to one that was rebuilt.',
          elsewhere: true,
        });
        return;
      }
      const replaced = connection.reconnect(next.kubeConfig);
      inUse = next;
      refused = undefined;
      logger.info({}, 'goes on with a new kubeconfig');
      options.changed();
      await replaced;
    },
  });

  return {
    controller,
    get inUse() {
      return inUse;
    },
    get refused() {
      return refused;
    },
    offer(kubeconfig) {
      if (kubeconfig.fingerprint === offered.fingerprint) return;
      offered = kubeconfig;
      controller.enqueue('kubeconfig');
    },
  };
}
