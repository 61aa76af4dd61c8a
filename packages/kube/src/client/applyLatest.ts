// Taking up the latest of several values: one at a time, and again after a failure.
import { backoffMs, BackoffTimes } from '../backoff';
import { joinSignals } from '../signals';
import { waitMs } from '../wait';

interface ApplyLatestOptions<T> {
  /** Takes a value up. The signal aborts when there is a newer one, for those who only wait for something to end. */
  apply: (value: T, superseded: AbortSignal) => Promise<void>;
  /** Hears why the latest value was not taken up. It will be tried again. */
  onFailure: (error: unknown) => void;
  backoff: BackoffTimes;
  signal: AbortSignal;
}

/**
 * Gives how to offer a value. A value that was offered while another one is taken up waits for that one's end, and is
 * dropped when a newer one comes; so what is taken up last is what was offered last.
 */
export function applyLatest<T>(
  options: ApplyLatestOptions<T>,
): (value: T) => void {
  const { apply, onFailure, backoff, signal } = options;
  let pending: { value: T } | undefined;
  let superseded = joinSignals([]);
  let isApplying = false;

  /** Until it is taken up or there is a newer one. */
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
