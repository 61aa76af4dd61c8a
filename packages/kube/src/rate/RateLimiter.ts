// Rate limit for one cluster, shared by all its clients.

/** The parts of a response that affect the rate. */
export interface RateObservation {
  /** HTTP status code; 0 without a response. */
  code: number;
  /** Reason of the `Status` in the response; `Unknown` or absent when there was none. */
  reason?: string;
  /** The `Retry-After` header, in seconds. */
  retryAfterSeconds?: number;
}

/** A token bucket that adapts to the server's load. */
export interface RateLimiter {
  /**
   * Resolves when a request may be sent, in the order of the calls. Rejects with the signal's reason when the signal
   * aborts first.
   */
  acquire(signal?: AbortSignal): Promise<void>;
  /**
   * Adapts to a response: 429 and 503 lower the rate and delay all requests for `Retry-After`, codes from 200 to 499
   * raise it again, others change nothing. A 429 with the reason `TooManyRequests` also changes nothing: an
   * overloaded API server responds in plain text; a `Status` is about one resource, whose storage is not ready, or
   * about one pod that must not be evicted.
   */
  observe(observation: RateObservation): void;
  /** Requests per second that are allowed at present. */
  readonly qps: number;
}
