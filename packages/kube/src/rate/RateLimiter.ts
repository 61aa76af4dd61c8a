// How fast one cluster may be asked: shared by all clients of a cluster.

/** What the server said to a request, as far as the rate is concerned. */
export interface RateObservation {
  /** HTTP status code; 0 when no answer came. */
  code: number;
  /** Of the `Status` in the answer; `Unknown` or absent when there was none. */
  reason?: string;
  /** From `Retry-After`, in seconds. */
  retryAfterSeconds?: number;
}

/** A token bucket that adapts itself to what the server bears. */
export interface RateLimiter {
  /** Resolves when a request may be sent, in the order of asking. Rejects with the signal's reason when that aborts first. */
  acquire(signal?: AbortSignal): Promise<void>;
  /**
   * Learns from an answer: 429 and 503 shrink the rate and hold everything for `Retry-After`, codes from 200 to 499 let
   * it grow back, others change nothing. So does a 429 with the reason `TooManyRequests`: an API server that is asked
   * too much answers in plain text; as a `Status` it speaks of one resource, whose storage is not ready, or of one pod
   * that must not be evicted.
   */
  observe(observation: RateObservation): void;
  /** Requests a second allowed at present. */
  readonly qps: number;
}
