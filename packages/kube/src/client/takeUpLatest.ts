// Taking up the latest of several values: one at a time, and again after a failure.
import { backoffMs, BackoffTimes } from '../backoff';
import { joinSignals } from '../signals';
import { waitMs } from '../wait';

interface TakeUpOptions<T> {
  /** Takes a value up. The signal aborts when there is a newer one, for those who only wait for something to end. */
  take: (value: T, superseded: AbortSignal) => Promise<void>;
  /** Hears why the latest value was not taken up. It will be tried again. */
  onFailure: (error: unknown) => void;
  backoff: BackoffTimes;
  signal: AbortSignal;
}

/**
 * Gives how to offer a value. A value that was offered while another one is taken up waits for that one's end, and is
 * dropped when a newer one comes; so what is taken up last is what was offered last.
 */
export function takeUpLatest<T>(options: TakeUpOptions<T>): (value: T) => void {
  const { take, onFailure, backoff, signal } = options;
  let offered: { value: T } | undefined;
  let superseded = joinSignals([]);
  let isTaking = false;

  /** Until it is taken up or there is a newer one. */
  async function takeUntilDone(value: T): Promise<void> {
    for (let attempt = 1; !superseded.signal.aborted; attempt += 1) {
      try {
        await take(value, superseded.signal);
        return;
      } catch (error) {
        if (superseded.signal.aborted) return;
        onFailure(error);
        const pauseMs = backoffMs(backoff, attempt, Math.random());
        await waitMs(pauseMs, superseded.signal);
      }
    }
  }

  async function takeAll(): Promise<void> {
    isTaking = true;
    while (offered && !signal.aborted) {
      const { value } = offered;
      offered = undefined;
      superseded = joinSignals([signal]);
      await takeUntilDone(value);
      superseded.release();
    }
    isTaking = false;
  }

  return value => {
    offered = { value };
    superseded.abort();
    if (!isTaking) void takeAll();
  };
}
