/** Whether stores can be used, for readiness: asked again and again, as nobody else does where no visitor is sent. */
import { setTimeout } from 'node:timers/promises';
import type { HealthCheck, Logger } from '@klutch/kube';
import { StoreError } from '../errors/StoreError';
import type { ExpiringStores } from './ExpiringStore';

/** Options of {@link storeReadinessCheck}. */
export interface StoreReadinessOptions {
  logger: Logger;
  /** Ends it. */
  signal: AbortSignal;
  /** Default 10 s. */
  intervalMs?: number;
}

/** Logs when stores stop working and when they work again. */
export const storeReadinessCheck = (
  stores: ExpiringStores,
  { intervalMs = 10_000, logger, signal }: StoreReadinessOptions,
): HealthCheck => {
  const store = stores.of<never>('readiness');
  let problem: string | undefined = 'it was not asked yet';
  let isUnavailable = false;

  const probe = async () => {
    try {
      await store.get('nothing');
      problem = undefined;
      if (isUnavailable) logger.info({}, 'sign-ins can be kept again');
      isUnavailable = false;
    } catch (error) {
      if (signal.aborted) return;
      problem =
        error instanceof StoreError ? error.message : 'it does not answer';
      if (!isUnavailable)
        logger.error({ reason: problem }, 'sign-ins cannot be kept');
      isUnavailable = true;
    }
  };
  const probePeriodically = async () => {
    while (!signal.aborted) {
      await probe();
      await setTimeout(intervalMs, undefined, { signal, ref: false });
    }
  };
  // Waiting ends with the signal, and nothing else throws.
  probePeriodically().catch(() => undefined);
  return { name: 'sign-in store', problem: () => problem };
};
