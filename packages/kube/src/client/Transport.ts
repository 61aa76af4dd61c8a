// The wire: the pools of one kubeconfig under one certificate.
import { LookupFunction } from 'node:net';
import { Dispatcher } from 'undici';
import { ApiError, ConnectionError } from '../errors';
import { connectionFailure } from './connectionFailure';
import { ConnectionSettings } from './connectionSettings';
import { ClientCertificate, Credential } from './credentials';
import { guardedBy, GuardRefusal } from './guards';
import { makePools, Pools, TransportTimeouts } from './pools';
import { makeSecureContext } from './secureContext';
import { BodyTooLongError, readText } from './readText';
import { apiErrorFromStatus } from './status';
import { TransportRequest } from './TransportRequest';

/** What connections to a cluster have in common, whatever the kubeconfig. */
export interface TransportOptions {
  userAgent: string;
  timeouts: TransportTimeouts;
  /** Longest answer that is read. */
  maxAnswerBytes: number;
  lookup?: LookupFunction;
}

/** The beginning of an answer. */
export type Response = Dispatcher.ResponseData;

/** A `Status` is far shorter; anything else is not read for its own sake. */
const maxRefusalBytes = 1024 * 1024;

/** The first value of a header of an answer. */
const headerOf = (response: Response, name: string): string | undefined => {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Connections to one API server, until others take their place. */
export class Transport {
  readonly #pools: Pools;
  readonly #origin: string;
  readonly #prefix: string;
  #retired = false;

  /** @throws Error in words when certificates cannot be used */
  constructor(
    private readonly settings: ConnectionSettings,
    private readonly options: TransportOptions,
    /** The client certificate, when it is not the kubeconfig's. */
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

  /** Other connections have taken the place of these. A stream that ends after that, ended in order. */
  get retired(): boolean {
    return this.#retired;
  }

  /** Ends streams, lets requests under way finish, and then closes all connections. */
  retire(): Promise<void> {
    this.#retired = true;
    return this.close();
  }

  /** Ends streams, lets requests under way finish, and then closes all connections. */
  async close(): Promise<void> {
    await Promise.all([
      this.#pools.unary.close(),
      this.#pools.watches.destroy(),
    ]);
  }

  /**
   * Sends a request. What is thrown is a `ConnectionError`, the reason of the request's signal, or what a guard threw.
   * Up to the queue of the pool this is synchronous.
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

  /** The body of an answer: decoded when it is JSON, else text. */
  async decode(
    response: Response,
    signal?: AbortSignal,
    maxBytes: number = this.options.maxAnswerBytes,
  ): Promise<unknown> {
    let text: string;
    try {
      text = await readText(response.body, maxBytes);
    } catch (error) {
      throw error instanceof BodyTooLongError
        ? this.#tooLong(maxBytes)
        : this.failure(error, signal);
    }
    if (!headerOf(response, 'content-type')?.includes('json')) return text;
    try {
      return JSON.parse(text);
    } catch {
      // The parser's own message quotes the text, which may hold credentials.
      throw new ConnectionError(
        `The API server ${this.server} sent JSON that cannot be read. Check what stands between here and it.`,
        { failure: 'garbled', server: this.server },
      );
    }
  }

  /** What an answer that is not a success becomes. */
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

  /** What a failed write or read becomes. An abort by the caller stays what it is. */
  failure(error: unknown, signal?: AbortSignal): unknown {
    if (signal?.aborted) return signal.reason;
    if (error instanceof ApiError || error instanceof ConnectionError) {
      return error;
    }
    return connectionFailure(error, this.server, this.settings.proxy);
  }

  #tooLong(maxBytes: number): ConnectionError {
    return new ConnectionError(
      `The API server ${this.server} sent an answer of more than ${maxBytes} bytes, which was not read to its end. Check what stands between here and it.`,
      { failure: 'garbled', server: this.server },
    );
  }

  #headersOf(
    request: TransportRequest,
    { authorization }: Credential,
  ): Record<string, string | string[]> {
    return {
      accept: request.accept ?? 'application/json',
      'user-agent': this.options.userAgent,
      ...(authorization !== undefined && { authorization }),
      ...(request.body !== undefined && {
        'content-type': request.contentType ?? 'application/json',
      }),
      ...(request.identity ?? this.settings.identity),
    };
  }
}
