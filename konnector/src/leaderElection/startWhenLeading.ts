/** Starts controllers that only write, and therefore have nothing to do on a standby replica. */
import type { Controller } from '@klutch/kube';
import type { ReplicaLeadership } from './ReplicaLeadership';

/**
 * Starts the controllers when this process becomes the leader; they reconcile the objects that are in their caches by
 * then.
 */
export function startWhenLeading(options: {
  leadership: ReplicaLeadership;
  controllers: readonly Controller[];
  signal: AbortSignal;
}): {
  /** Resolves when the controllers have stopped writing. */
  stopped(): Promise<void>;
} {
  const { leadership, controllers, signal } = options;
  let started = false;
  leadership.onStartedLeading(() => {
    if (signal.aborted) return;
    started = true;
    controllers.forEach(controller => controller.start(signal));
  }, signal);
  return {
    async stopped() {
      if (!started) return;
      await Promise.all(controllers.map(controller => controller.stopped()));
    },
  };
}
