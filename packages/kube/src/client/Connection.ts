// The connection that clients made from one another share: how requests go out and answers come in.
import { KubeConfig } from '@kubernetes/client-node';
import { Span } from '@opentelemetry/api';
import { ConnectionError } from '../errors';
import { KubeMetrics } from '../metrics';
import { RateLimiter } from '../rate/RateLimiter';
import { Deadline } from './Deadline';
import { GuardRefusal } from './guards';
import { Pools } from './pools';
import { Shape } from './shapes';
import { joinSignals } from './signals';
import { traced } from './telemetry';
import { Response, Transport } from './Transport';
import { TransportRequest } from './TransportRequest';
import { Outlet, Transports, TransportsOptions } from './Transports';

/** What a connection keeps, whatever kubeconfig it uses. */
export interface ConnectionOptions extends TransportsOptions {
  /** How long one request may take; of a stream, until it is open. In milliseconds. */
  requestTimeoutMs: number;
  /** Absent: as fast as anybody asks. */
  rateLimiter?: RateLimiter;
  metrics?: KubeMetrics;
}

/** A request on its way. Its signal aborts with the deadline's, too. */
interface Attempt {
  pool: keyof Pools;
  request: TransportRequest;
  deadline: Deadline;
}

/** An answer, and what it came through. */
interface Answer extends Outlet {
  response: Response;
}

const secondsSince = (startedAt: number): number =>
  (performance.now() - startedAt) / 1000;

/**
 * A connection to a cluster. Each request waits for the rate limiter, then for credentials, and goes out through the
 * transport that is in use at that moment.
 */
export class Connection {
  readonly #transports: Transports;

  /** @throws Error in words when the kubeconfig cannot be used */
  constructor(
    kubeConfig: KubeConfig,
    private readonly options: ConnectionOptions,
  ) {
    this.#transports = new Transports(kubeConfig, options);
  }

  get server(): string {
    return this.#transports.server;
  }

  /** Sends a request and decodes the answer. Throws when it is not a success, or has not the shape of one. */
  request<R>(request: TransportRequest, shape: Shape<R>): Promise<R> {
    return traced(request, async span => {
      const { guards = [], signal } = request;
      const deadline = new Deadline(this.options.requestTimeoutMs);
      const joined = joinSignals([
        deadline.signal,
        signal,
        ...guards.map(guard => guard.signal),
      ]);
      try {
        const own = { ...request, signal: joined.signal };
        const attempt: Attempt = { pool: 'unary', request: own, deadline };
        const { transport, response } = await this.#send(attempt, span);
        const body = await transport.decode(response, own.signal);
        if (shape.fits(body)) return body;
        throw new ConnectionError(
          `The API server ${transport.server} sent something that is not ${shape.what}. Check what stands between here and it.`,
          { failure: 'garbled', server: transport.server },
        );
      } finally {
        deadline.end();
        joined.release();
      }
    });
  }

  /**
   * Opens a stream. Throws as `request` does when the answer is not a success. The request's signal must abort when the
   * stream is no longer read.
   */
  open(
    request: TransportRequest,
  ): Promise<{ transport: Transport; chunks: AsyncIterable<Uint8Array> }> {
    return traced(request, async span => {
      const deadline = new Deadline(this.options.requestTimeoutMs);
      const { signal } = joinSignals([deadline.signal, request.signal]);
      const own = { ...request, signal };
      const attempt: Attempt = { pool: 'watches', request: own, deadline };
      try {
        const { transport, response } = await this.#send(attempt, span);
        return { transport, chunks: response.body };
      } finally {
        deadline.end();
      }
    });
  }

  /** What a failed read of a stream becomes. */
  streamFailure(
    transport: Transport,
    error: unknown,
    signal: AbortSignal,
  ): unknown {
    return this.#transports.closed && !signal.aborted
      ? this.#transports.closedError()
      : transport.failure(error, signal);
  }

  /** Goes on with another kubeconfig; resolves when the connections that were replaced are gone. */
  reconnect(kubeConfig: KubeConfig): Promise<void> {
    return this.#transports.exchange(kubeConfig);
  }

  /** Ends streams and waits for requests under way. */
  close(): Promise<void> {
    return this.#transports.close();
  }

  async #send(attempt: Attempt, span: Span): Promise<Answer> {
    const { signal } = attempt.request;
    const { rateLimiter } = this.options;
    for (let isRepetition = false; ; isRepetition = true) {
      await this.#throttle(signal);
      const answer = await this.#dispatch(attempt);
      const { transport, response } = answer;
      const code = response.statusCode;
      span.setAttribute('code', code);
      if (code < 300) {
        rateLimiter?.observe({ code });
        return answer;
      }
      const error = await transport.refusal(response, signal);
      attempt.deadline.end();
      const { reason, retryAfterSeconds } = error;
      rateLimiter?.observe({ code, reason, retryAfterSeconds });
      const another =
        code === 401 &&
        !isRepetition &&
        (await this.#transports.renew(answer, signal));
      if (!another) throw error;
    }
  }

  /** Waits until the rate limiter lets a request through. */
  async #throttle(signal?: AbortSignal): Promise<void> {
    const { metrics, rateLimiter } = this.options;
    // What resolves before the event loop turns has not waited.
    let waited = false;
    const startedAt = performance.now();
    const turn = setImmediate(() => {
      waited = true;
    });
    try {
      await rateLimiter?.acquire(signal);
    } finally {
      clearImmediate(turn);
      if (waited) metrics?.throttled(secondsSince(startedAt));
    }
  }

  /** Gets an answer, whatever it says. A stream whose connection is replaced before it is open, is opened anew. */
  async #dispatch(attempt: Attempt): Promise<Answer> {
    for (;;) {
      const answer = await this.#transports.use(
        outlet => this.#ask(attempt, outlet),
        attempt.request.signal,
      );
      if (answer) return answer;
    }
  }

  async #ask(
    { pool, request, deadline }: Attempt,
    outlet: Outlet,
  ): Promise<Answer | undefined> {
    const { signal, verb } = request;
    const { metrics, rateLimiter } = this.options;
    const { transport, credential } = outlet;
    const startedAt = performance.now();
    deadline.begin(transport.server);
    try {
      const response = await transport.dispatch(pool, request, credential);
      metrics?.requested(verb, response.statusCode, secondsSince(startedAt));
      return { ...outlet, response };
    } catch (error) {
      if (error instanceof GuardRefusal) throw error.cause;
      if (signal?.aborted && !deadline.passed) throw error;
      const isReplaced = transport.retired || this.#transports.closed;
      if (pool === 'watches' && isReplaced) return undefined;
      metrics?.requested(verb, 0, secondsSince(startedAt));
      rateLimiter?.observe({ code: 0 });
      throw error;
    }
  }
}
