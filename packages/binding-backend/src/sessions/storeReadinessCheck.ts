/** Readiness of the stores. Probes them periodically, because a replica that is not ready gets no requests that would. */
import { setTimeout } from 'node:timers/promises';
import type { HealthCheck, Logger } from '@klutch/kube';
import { StoreError } from '../errors/StoreError';
import type { ExpiringStores } from './ExpiringStore';

/** Options of {@link storeReadinessCheck}. */
export interface StoreReadinessOptions {
  logger: Logger;
  /** Stops the probes. */
  signal: AbortSignal;
  /** Milliseconds between probes. Default 10 000. */
  intervalMs?: number;
}

/** Readiness check that also logs when the stores become unavailable and available again. */
export const storeReadinessCheck = (
  stores: ExpiringStores,
  { intervalMs = 10_000, logger, signal }: StoreReadinessOptions,
): HealthCheck => {
  const store = stores.of<never>('readiness');
  let problem: string | undefined = 'the store was not probed yet';
  let isUnavailable = false;

  const probe = async () => {
    try {
      await store.get('nothing');
      problem = undefined;
      if (isUnavailable)
        logger.info({}, 'the sign-in store is available again');
      isUnavailable = false;
    } catch (error) {
      if (signal.aborted) return;
      problem =
        error instanceof StoreError
          ? error.message
          : 'the store does not respond';
      if (!isUnavailable)
        logger.error({ reason: problem }, 'the sign-in store is unavailable');
      isUnavailable = true;
    }
  };
  const probePeriodically = async () => {
    while (!signal.aborted) {
      await probe();
      await setTimeout(intervalMs, undefined, { signal, ref: false });
    }
  };
  // Only the abort of the signal rejects.
  probePeriodically().catch(() => undefined);
  return { name: 'sign-in store', problem: () => problem };
};
