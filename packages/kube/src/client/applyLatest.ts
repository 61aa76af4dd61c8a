// Applies the latest of several values: one at a time, with retries.
import { backoffMs, BackoffTimes } from '../backoff';
import { joinSignals } from '../signals';
import { waitMs } from '../wait';

interface ApplyLatestOptions<T> {
  /** Applies a value. The signal aborts when there is a newer one, so that an implementation can stop waiting. */
  apply: (value: T, superseded: AbortSignal) => Promise<void>;
  /** Called with the error when the latest value could not be applied, before it is retried. */
  onFailure: (error: unknown) => void;
  backoff: BackoffTimes;
  signal: AbortSignal;
}

/**
 * Returns a function that offers a value. A value that is offered while another one is applied waits for the end of
 * that, and is dropped when a newer one is offered, so that the last applied value is the last offered one.
 */
export function applyLatest<T>(
  options: ApplyLatestOptions<T>,
): (value: T) => void {
  const { apply, onFailure, backoff, signal } = options;
  let pending: { value: T } | undefined;
  let superseded = joinSignals([]);
  let isApplying = false;

  /** Retries until the value is applied or a newer one is offered. */
  async function applyUntilDone(value: T): Promise<void> {
    for (let attempt = 1; !superseded.signal.aborted; attempt += 1) {
      try {
        await apply(value, superseded.signal);
        return;
      } catch (error) {
        if (superseded.signal.aborted) return;
        onFailure(error);
        const pauseMs = backoffMs(backoff, attempt, Math.random());
        await waitMs(pauseMs, superseded.signal);
      }
    }
  }

  async function applyPending(): Promise<void> {
    isApplying = true;
    while (pending && !signal.aborted) {
      const { value } = pending;
      pending = undefined;
      superseded = joinSignals([signal]);
      await applyUntilDone(value);
      superseded.release();
    }
    isApplying = false;
  }

  return value => {
    pending = { value };
    superseded.abort();
    if (!isApplying) void applyPending();
  };
}
