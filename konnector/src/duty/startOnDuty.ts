/** Starts controllers that only write: those of a process that stands by have nothing to do. */
import type { Controller } from '@klutch/kube';
import type { Duty } from './leadership';

/**
 * Starts them as soon as this process leads, until the signal. What is in their caches then, they look at.
 * @param options.known - what they have to know first; default: nothing.
 */
export function startOnDuty(options: {
  duty: Duty;
  controllers: readonly Controller[];
  known?: Promise<void>;
  signal: AbortSignal;
}): {
  /** Resolves when nothing is written any more. */ stopped(): Promise<void>;
} {
  const { duty, controllers, known = Promise.resolve(), signal } = options;
  let started = false;
  duty.onLead(async () => {
    await known;
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
