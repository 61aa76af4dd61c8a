/** Switches a connection to another kubeconfig after verifying it. */
import {
  createController,
  type Controller,
  type KubeClient,
  type Logger,
  type KubeMetrics,
} from '@klutch/kube';
import type { UsableKubeconfig } from './kubeconfigSecret';
import type { RefusedKubeconfig, VerifyKubeconfig } from './verifyKubeconfig';

/** The kubeconfigs of one connection: the one in use and the latest offered one. */
export interface Rotation {
  /** Verifies a kubeconfig that was offered. */
  readonly controller: Controller;
  readonly inUse: UsableKubeconfig;
  /** Why the latest kubeconfig is not in use; undefined when it is, or while its first verification runs. */
  readonly refused: RefusedKubeconfig | undefined;
  /** Requests a switch to this kubeconfig; no-op when it was offered last. */
  offer(kubeconfig: UsableKubeconfig): void;
}

/**
 * A kubeconfig that does not work, or belongs to another cluster, never replaces a working one. Watches continue after
 * the switch.
 * @param options.connection - the client to reconnect; not a guarded one.
 * @param options.verify - checks the kubeconfig; must be able to run before the first offer.
 * @param options.changed - called when {@link Rotation.inUse} or {@link Rotation.refused} changed.
 */
export function createRotation(options: {
  connection: KubeClient;
  verify: VerifyKubeconfig;
  first: UsableKubeconfig;
  changed: () => void;
  logger: Logger;
  metrics?: KubeMetrics;
}): Rotation {
  const { connection, logger } = options;
  let inUse = options.first;
  let offered = options.first;
  let refused: RefusedKubeconfig | undefined;

  function refuse(why: RefusedKubeconfig): void {
    if (refused?.message === why.message) return;
    refused = why;
    logger.warn({ why: why.message }, 'a new kubeconfig was rejected');
    options.changed();
  }

  const controller = createController({
    name: 'kubeconfig-rotation',
    logger,
    metrics: options.metrics,
    watches: [],
    async reconcile(_key, { signal }) {
      const next = offered;
      if (next.fingerprint === inUse.fingerprint) {
        if (!refused) return;
        refused = undefined;
        options.changed();
        return;
      }
      const why = await options.verify(next, signal);
      if (why) {
        refuse(why);
        if (why.isOtherCluster) return;
        throw new Error(why.message);
      }
      const replaced = connection.reconnect(next.kubeConfig);
      inUse = next;
      refused = undefined;
      logger.info({}, 'switched to a new kubeconfig');
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
