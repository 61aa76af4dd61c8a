// The HTTP transport: the connection pools of one kubeconfig with one client certificate.
import { Dispatcher } from 'undici';
import { ApiError, ConnectionError } from '../errors';
import { ClientSettings } from './ClientOptions';
import { connectionFailure, garbledAnswer } from './connectionFailure';
import { ConnectionSettings } from './connectionSettings';
import { ClientCertificate, Credential } from './credentials';
import { guardedBy, GuardRefusal } from './guards';
import { makePools, Pools } from './pools';
import { makeSecureContext } from './secureContext';
import { BodyTooLongError, readText } from './readText';
import { apiErrorFromStatus } from './status';
import { TransportRequest } from './TransportRequest';

/** Status and headers of a response, with its unread body. */
export type Response = Dispatcher.ResponseData;

/** Longest error response that is read; a `Status` is far shorter. */
const maxRefusalBytes = 1024 * 1024;

/** The first value of a response header. */
const headerOf = (response: Response, name: string): string | undefined => {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Connections to one API server, until they are replaced. */
export class Transport {
  readonly #pools: Pools;
  readonly #origin: string;
  readonly #prefix: string;
  #retired = false;

  /** @throws Error with a readable message when certificates cannot be used */
  constructor(
    private readonly settings: ConnectionSettings,
    private readonly options: ClientSettings,
    /** The client certificate, when it does not come from the kubeconfig. */
    readonly certificate?: ClientCertificate,
  ) {
    const { server, ca, clientCertificate } = settings;
    const secureContext =
      server.protocol === 'https:'
        ? makeSecureContext(ca, certificate ?? clientCertificate)
        : undefined;
    this.#pools = makePools(settings, secureContext, options);
    this.#origin = server.origin;
    this.#prefix = server.pathname.replace(/\/+$/, '');
  }

  get server(): string {
    return `${this.#origin}${this.#prefix}`;
  }

  /** Whether these connections were replaced. A stream that ends afterwards ended in order. */
  get retired(): boolean {
    return this.#retired;
  }

  /** Ends streams, waits for running requests, and then closes all connections. */
  retire(): Promise<void> {
    this.#retired = true;
    return this.close();
  }

  /** Ends streams, waits for running requests, and then closes all connections. */
  async close(): Promise<void> {
    await Promise.all([
      this.#pools.unary.close(),
      this.#pools.watches.destroy(),
    ]);
  }

  /**
   * Sends a request. Throws a `ConnectionError`, the reason of the request's signal, or what a guard threw.
   * Synchronous until the request is in the queue of the pool.
   */
  async dispatch(
    pool: keyof Pools,
    request: TransportRequest,
    credential: Credential,
  ): Promise<Response> {
    const { body, guards = [], method, path, signal } = request;
    try {
      return await guardedBy(this.#pools[pool], guards).request({
        origin: this.#origin,
        path: this.#prefix + path,
        method,
        headers: this.#headersOf(request, credential),
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
    } catch (error) {
      if (error instanceof GuardRefusal) throw error;
      throw this.failure(error, signal);
    }
  }

  /** The body of a response: decoded when it is JSON, otherwise text. */
  async decode(
    response: Response,
    signal?: AbortSignal,
    maxBytes: number = this.options.maxAnswerBytes,
  ): Promise<unknown> {
    let text: string;
    try {
      text = await readText(response.body, maxBytes);
    } catch (error) {
      if (!(error instanceof BodyTooLongError)) {
        throw this.failure(error, signal);
      }
      const what = `a response of more than ${maxBytes} bytes, which was not read to its end`;
      throw garbledAnswer(this.server, what);
    }
    if (!headerOf(response, 'content-type')?.includes('json')) return text;
    try {
      return JSON.parse(text);
    } catch {
      // The parser's message quotes the text, which may hold credentials.
      throw garbledAnswer(this.server, 'JSON that cannot be read');
    }
  }

  /** The error that an error response becomes. */
  async refusal(response: Response, signal?: AbortSignal): Promise<ApiError> {
    const body = await this.decode(response, signal, maxRefusalBytes).catch(
      error => {
        if (signal?.aborted) throw error;
        return undefined;
      },
    );
    const retryAfter = headerOf(response, 'retry-after');
    return apiErrorFromStatus(response.statusCode, body, retryAfter);
  }

  /** Maps the error of a failed write or read. An abort by the caller stays as it is. */
  failure(error: unknown, signal?: AbortSignal): unknown {
    if (signal?.aborted) return signal.reason;
    if (error instanceof ApiError || error instanceof ConnectionError) {
      return error;
    }
    return connectionFailure(error, this.server, this.settings.proxy);
  }

  #headersOf(
    request: TransportRequest,
    { authorization, certificate }: Credential,
  ): Record<string, string | string[]> {
    const identity = request.identity ?? this.settings.identity;
    if (
      identity.authorization !== undefined &&
      (certificate ?? this.settings.clientCertificate)
    ) {
      // The server would take the certificate's user, and ignore the token.
      throw new ConnectionError(
        `A user's token cannot be sent to ${this.server}, because the kubeconfig signs in with a client certificate. Use a kubeconfig with a token.`,
        { failure: 'credentials', server: this.server },
      );
    }
    return {
      accept: request.accept ?? 'application/json',
      'user-agent': this.options.userAgent,
      ...(authorization !== undefined && { authorization }),
      ...(request.body !== undefined && {
        'content-type': request.contentType ?? 'application/json',
      }),
      ...identity,
    };
  }
}
