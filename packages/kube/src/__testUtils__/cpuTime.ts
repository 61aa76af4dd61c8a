// Bounds of processor time that also hold on a slow or busy machine.
import { processorSlowness } from '@klutch/local-clusters/src/testing/processorSlowness';

/**
 * Processor time of this process for a call, in milliseconds on the machine that limits are for. How much slower this
 * machine is now is only measured when the limit is exceeded.
 */
export function cpuTime(limitMs: number, run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  const spentMs = (user + system) / 1_000;
  return spentMs < limitMs ? spentMs : spentMs / processorSlowness();
}
