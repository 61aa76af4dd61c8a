/** Whether stores can be used, for readiness: asked again and again, as nobody else does where no visitor is sent. */
import { setTimeout } from 'node:timers/promises';
import type { HealthCheck, Logger } from '@klutch/kube';
import { StoreError } from '../errors/StoreError';
import type { ExpiringStores } from './ExpiringStore';

/** How {@link watchStores} looks. */
export interface StoresWatchOptions {
  logger: Logger;
  /** Ends it. */
  signal: AbortSignal;
  /** Default 10 s. */
  everyMs?: number;
}

/** Logs when stores stop working and when they work again. */
export const watchStores = (
  stores: ExpiringStores,
  { everyMs = 10_000, logger, signal }: StoresWatchOptions,
): HealthCheck => {
  const store = stores.of<never>('readiness');
  let problem: string | undefined = 'it was not asked yet';
  let isAway = false;

  const look = async () => {
    try {
      await store.get('nothing');
      problem = undefined;
      if (isAway) logger.info({}, 'sign-ins can be kept again');
      isAway = false;
    } catch (error) {
      if (signal.aborted) return;
      problem =
        error instanceof StoreError ? error.message : 'it does not answer';
      if (!isAway) logger.error({ reason: problem }, 'sign-ins cannot be kept');
      isAway = true;
    }
  };
  const lookAgain = async () => {
    while (!signal.aborted) {
      await look();
      await setTimeout(everyMs, undefined, { signal, ref: false });
    }
  };
  // Waiting ends with the signal, and nothing else throws.
  lookAgain().catch(() => undefined);
  return { name: 'store of sign-ins', problem: () => problem };
};
