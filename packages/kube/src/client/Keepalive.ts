// Detects a server that has stopped responding while its connections stay open, which an idle stream cannot detect.
import { ConnectionError } from '../errors';
import { JoinedSignal } from '../signals';

/** When a silent server is probed, in milliseconds. */
export interface KeepaliveTimes {
  /** Silence of all streams and responses after which the server is probed; default 30 000. */
  idleMs: number;
  /** Time for any response to the probe; default 15 000. */
  timeoutMs: number;
}

/** The sum is the time of client-go's HTTP/2 pings. */
export const defaultKeepalive: KeepaliveTimes = {
  idleMs: 30_000,
  timeoutMs: 15_000,
};

/** Options of {@link Keepalive}. */
interface KeepaliveOptions extends KeepaliveTimes {
  /** Sends the probe; resolves with any response, including a refusal. */
  probe: (signal: AbortSignal) => Promise<unknown>;
  /** The error that streams of a silent server end with. */
  timeoutError: () => Error;
}

/** As the keepalive of gRPC clients: one for all streams of a connection, with no timer while no stream is open. */
export class Keepalive {
  readonly #streams = new Set<JoinedSignal>();
  #lastActivityMs = 0;
  #timer?: NodeJS.Timeout;

  constructor(private readonly options: KeepaliveOptions) {}

  /** Records that something was received from the server. */
  recordActivity(): void {
    this.#lastActivityMs = performance.now();
  }

  /** Tracks an open stream until its signal aborts. */
  trackStream(stream: JoinedSignal): void {
    const { signal } = stream;
    if (signal.aborted) return;
    this.recordActivity();
    this.#streams.add(stream);
    const closed = () => {
      this.#streams.delete(stream);
      if (this.#streams.size === 0) this.#schedule();
    };
    signal.addEventListener('abort', closed, { once: true });
    if (this.#streams.size === 1) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#streams.size === 0) return;
    const silentMs = performance.now() - this.#lastActivityMs;
    const restMs = Math.ceil(this.options.idleMs - silentMs);
    this.#timer = setTimeout(() => this.#check(), Math.max(restMs, 1));
  }

  async #check(): Promise<void> {
    const startedMs = performance.now();
    if (startedMs - this.#lastActivityMs >= this.options.idleMs) {
      const streams = [...this.#streams];
      if (await this.#isAlive()) this.recordActivity();
      else if (this.#lastActivityMs < startedMs) {
        for (const stream of streams) stream.abort(this.options.timeoutError());
      }
    }
    this.#schedule();
  }

  /** Only silence counts as dead: a server that refuses connections or credentials is alive. */
  async #isAlive(): Promise<boolean> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.options.timeoutMs);
    try {
      await this.options.probe(late.signal);
      return true;
    } catch (error) {
      const isTimeout =
        error instanceof ConnectionError && error.failure === 'timeout';
      return !isTimeout && !late.signal.aborted;
    } finally {
      clearTimeout(timer);
    }
  }
}
