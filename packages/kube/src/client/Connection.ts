// The connection that derived clients share: sends requests and receives responses.
import { KubeConfig } from '@kubernetes/client-node';
import { Span } from '@opentelemetry/api';
import { ConnectionError } from '../errors';
import { withDeadline } from '../Deadline';
import { garbledAnswer } from './connectionFailure';
import { rejectUnsafeIntegers } from './exactNumbers';
import { GuardRefusal } from './guards';
import { ClientSettings } from './ClientOptions';
import { Keepalive } from './Keepalive';
import { Pools } from './pools';
import { Shape } from './shapes';
import { JoinedSignal, joinSignals } from '../signals';
import { traced } from './telemetry';
import { Response, Transport } from './Transport';
import { TransportRequest } from './TransportRequest';
import { Endpoint, Transports } from './Transports';

/** A request that is being processed. */
interface RequestContext {
  pool: keyof Pools;
  request: TransportRequest;
  /** The request's signal, also aborted at the time limit. */
  stop: JoinedSignal;
  span: Span;
}

/** A response with the endpoint that it came from. */
interface Answer extends Endpoint {
  response: Response;
}

/** The time limit of a request has passed. */
class RequestTimeoutError extends ConnectionError {}

const secondsSince = (startedAt: number): number =>
  (performance.now() - startedAt) / 1000;

/**
 * A connection to a cluster. Each request waits for the rate limiter, then for credentials, and is sent through the
 * transport in use at that moment.
 */
export class Connection {
  readonly #transports: Transports;
  readonly #keepalive: Keepalive;

  /** @throws Error with a readable message when the kubeconfig cannot be used */
  constructor(
    kubeConfig: KubeConfig,
    private readonly options: ClientSettings,
  ) {
    this.#transports = new Transports(kubeConfig, options);
    this.#keepalive = new Keepalive({
      ...options.keepalive,
      probe: signal => this.#probeLivez(signal),
      timeoutError: () => this.#silentServerError(),
    });
  }

  get server(): string {
    return this.#transports.server;
  }

  /**
   * Sends a request and decodes the response. Throws when the response is an error or does not have the expected
   * shape, or when the request body holds whole numbers that lose digits.
   */
  request<R>(request: TransportRequest, shape: Shape<R>): Promise<R> {
    return traced(request, async span => {
      const { body, guards = [] } = request;
      if (!request.inexactNumbers) rejectUnsafeIntegers(body);
      const stop = joinSignals([
        request.signal,
        ...guards.map(guard => guard.signal),
      ]);
      const context: RequestContext = { pool: 'unary', request, stop, span };
      try {
        return await this.#run(context, async ({ transport, response }) => {
          const answer = await transport.decode(response, stop.signal);
          if (shape.fits(answer)) return answer;
          const what = `something that is not ${shape.what}`;
          throw garbledAnswer(transport.server, what);
        });
      } finally {
        stop.release();
      }
    });
  }

  /**
   * Opens a stream, which lasts until `stop` aborts; the caller has to abort it when the stream is no longer read.
   * Throws as `request` does for an error response.
   */
  open(
    request: TransportRequest,
    stop: JoinedSignal,
  ): Promise<{ transport: Transport; chunks: AsyncIterable<Uint8Array> }> {
    return traced(request, span =>
      this.#run(
        { pool: 'watches', request, stop, span },
        async ({ transport, response }) => {
          this.#keepalive.trackStream(stop);
          return { transport, chunks: response.body };
        },
      ),
    );
  }

  /** Records that part of a stream has arrived. */
  recordActivity(): void {
    this.#keepalive.recordActivity();
  }

  /** Maps the error of a stream that failed while it was read. */
  streamFailure(
    transport: Transport,
    error: unknown,
    signal: AbortSignal,
  ): unknown {
    return this.#transports.closed && !signal.aborted
      ? this.#transports.closedError()
      : transport.failure(error, signal);
  }

  /** Switches to another kubeconfig; resolves when the replaced connections are closed. */
  reconnect(kubeConfig: KubeConfig): Promise<void> {
    return this.#transports.reconnect(kubeConfig);
  }

  /** Ends streams and waits for running requests. */
  close(): Promise<void> {
    return this.#transports.close();
  }

  /** Sends a request, once more after a 401, and reads the response; each attempt has the full time limit. */
  async #run<R>(
    context: RequestContext,
    read: (answer: Answer) => Promise<R>,
  ): Promise<R> {
    const { stop, span } = context;
    const { rateLimiter, requestTimeoutMs: ms } = this.options;
    const deadline = { ms, error: () => this.#timeoutError(ms) };
    for (let isRepetition = false; ; isRepetition = true) {
      await this.#throttle(stop.signal);
      const outcome = await withDeadline(deadline, stop, async () => {
        const answer = await this.#dispatch(context);
        const { transport, response } = answer;
        const code = response.statusCode;
        span.setAttribute('code', code);
        if (code < 300) {
          rateLimiter?.observe({ code });
          return { value: await read(answer) };
        }
        return {
          answer,
          error: await transport.refusal(response, stop.signal),
        };
      });
      if (!outcome.error) return outcome.value;
      const { answer, error } = outcome;
      const { code, reason, retryAfterSeconds } = error;
      rateLimiter?.observe({ code, reason, retryAfterSeconds });
      const another =
        code === 401 &&
        !isRepetition &&
        (await this.#transports.renew(answer, stop.signal));
      if (!another) throw error;
    }
  }

  #timeoutError(ms: number): RequestTimeoutError {
    const { server } = this;
    return new RequestTimeoutError(
      `A request to the API server ${server} did not finish within ${ms} ms. Check that the server is healthy and the network works.`,
      { failure: 'timeout', server },
    );
  }

  #silentServerError(): ConnectionError {
    const { server } = this;
    const { idleMs, timeoutMs } = this.options.keepalive;
    return new ConnectionError(
      `The API server ${server} sent nothing for ${idleMs} ms and did not respond to a probe within ${timeoutMs} ms. Check that the server is healthy and the network works.`,
      { failure: 'unreachable', server },
    );
  }

  /**
   * The probe skips the rate limiter; the server's flow control exempts `/livez`, and the response does not depend on
   * etcd.
   */
  #probeLivez(signal: AbortSignal): Promise<void> {
    const path = '/livez?exclude=etcd';
    const request = { verb: 'raw', method: 'GET', path };
    return this.#transports.use(async endpoint => {
      const stop = joinSignals([signal]);
      const answer = await this.#send(
        { pool: 'unary', request, stop },
        endpoint,
      );
      await answer?.response.body.dump();
    }, signal);
  }

  /** Waits until the rate limiter admits a request. */
  async #throttle(signal?: AbortSignal): Promise<void> {
    const { metrics, rateLimiter } = this.options;
    // Counts a request as throttled only when the limiter takes longer than one turn of the event loop.
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

  /**
   * Sends a request and returns any response. A stream whose connection is replaced before it is open is opened again.
   */
  async #dispatch(context: RequestContext): Promise<Answer> {
    for (;;) {
      const answer = await this.#transports.use(
        endpoint => this.#send(context, endpoint),
        context.stop.signal,
      );
      if (answer) return answer;
    }
  }

  async #send(
    { pool, request, stop: { signal } }: Omit<RequestContext, 'span'>,
    endpoint: Endpoint,
  ): Promise<Answer | undefined> {
    const { verb } = request;
    const { metrics, rateLimiter } = this.options;
    const { transport, credential } = endpoint;
    const startedAt = performance.now();
    try {
      const own = { ...request, signal };
      const response = await transport.dispatch(pool, own, credential);
      this.#keepalive.recordActivity();
      metrics?.requested(verb, response.statusCode, secondsSince(startedAt));
      return { ...endpoint, response };
    } catch (error) {
      if (error instanceof GuardRefusal) throw error.cause;
      const isTimeout = signal.reason instanceof RequestTimeoutError;
      if (signal.aborted && !isTimeout) throw error;
      const isReplaced = transport.retired || this.#transports.closed;
      if (pool === 'watches' && isReplaced) return undefined;
      metrics?.requested(verb, 0, secondsSince(startedAt));
      rateLimiter?.observe({ code: 0 });
      throw error;
    }
  }
}
