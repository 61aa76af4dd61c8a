/** Starts controllers that only write: those of a process that stands by have nothing to do. */
import type { Controller } from '@klutch/kube';
import type { LeaderElector } from './LeaderElector';

/**
 * Starts them as soon as this process leads, until the signal. What is in their caches then, they look at.
 * @param options.ready - resolves when they know what they have to know first; default: at once.
 */
export function startWhenLeading(options: {
  leaderElector: LeaderElector;
  controllers: readonly Controller[];
  ready?: Promise<void>;
  signal: AbortSignal;
}): {
  /** Resolves when nothing is written any more. */ stopped(): Promise<void>;
} {
  const {
    leaderElector,
    controllers,
    ready = Promise.resolve(),
    signal,
  } = options;
  let started = false;
  leaderElector.onStartedLeading(async () => {
    await ready;
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
