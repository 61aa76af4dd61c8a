// The wire: two pools of connections to one API server, one for requests and one for watches.
import { Agent, Dispatcher } from 'undici';
import { ApiError, ConnectionError, apiErrorFromStatus } from '../errors';
import { ConnectionSettings } from './kubeConfig';

/** How long a request may be silent, in milliseconds. */
export interface TransportTimeouts {
  connectMs: number;
  /** Until the answer begins. */
  headersMs: number;
  /** Between two pieces of the answer; never applied to watches. */
  bodyMs: number;
}

export interface TransportRequest {
  method: string;
  /** Path and query below the server's address. */
  path: string;
  /** Further header pairs. */
  headers?: string[];
  contentType?: string;
  body?: unknown;
  signal?: AbortSignal;
}

type Response = Dispatcher.ResponseData;

const pick = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function errorCodeOf(error: unknown): string {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? error.code
      : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** A burst of requests waits for a connection instead of opening hundreds. */
const maxRequestConnections = 32;

/** The API server closes idle connections after 90 s; ours must be gone well before. */
const keepAliveMs = 30_000;

/** Connections to one API server under one set of credentials. */
export class Transport {
  readonly #unary: Agent;
  readonly #watches: Agent;
  readonly #prefix: string;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly userAgent: string,
    timeouts: TransportTimeouts,
  ) {
    const common: Agent.Options = {
      allowH2: false,
      headersTimeout: timeouts.headersMs,
      connect: {
        timeout: timeouts.connectMs,
        ca: settings.ca,
        cert: settings.clientCertificate?.cert,
        key: settings.clientCertificate?.key,
        servername: settings.tlsServerName,
        rejectUnauthorized: !settings.skipTlsVerify,
      },
    };
    this.#unary = new Agent({
      ...common,
      bodyTimeout: timeouts.bodyMs,
      connections: maxRequestConnections,
      keepAliveTimeout: keepAliveMs,
    });
    this.#watches = new Agent({ ...common, bodyTimeout: 0 });
    this.#prefix = settings.server.pathname.replace(/\/+$/, '');
  }

  get server(): string {
    return `${this.settings.server.origin}${this.#prefix}`;
  }

  /** Sends a request and decodes the answer: JSON if it says so, else text. */
  async request(request: TransportRequest): Promise<unknown> {
    const response = await this.#send(this.#unary, request);
    return this.#decode(response, request.signal);
  }

  /** Opens a stream; throws as `request` does when the server does not answer 200. */
  async open(request: TransportRequest): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.#send(this.#watches, request);
    return response.body;
  }

  /** Ends streams and waits for requests under way. */
  async close(): Promise<void> {
    await Promise.all([this.#unary.close(), this.#watches.destroy()]);
  }

  /** What a failed read or write becomes. An abort by the caller stays what it is. */
  failure(error: unknown, signal?: AbortSignal): unknown {
    if (
      signal?.aborted ||
      error instanceof ApiError ||
      error instanceof ConnectionError
    ) {
      return signal?.aborted ? signal.reason : error;
    }
    const errorCode = errorCodeOf(error);
    const timedOut = timeoutCodes.has(errorCode);
    return new ConnectionError(
      timedOut
        ? `The API server ${this.server} did not answer in time. Check that it is healthy and reachable.`
        : `The API server ${this.server} cannot be reached (${errorCode}). Check its address, its certificate and the network.`,
      {
        failure: timedOut ? 'timeout' : 'unreachable',
        server: this.server,
        errorCode,
      },
    );
  }

  async #send(agent: Agent, request: TransportRequest): Promise<Response> {
    let response = await this.#dispatch(agent, request);
    if (response.statusCode === 401) {
      const renewed = await this.settings.credentials
        .refresh()
        .catch(() => false);
      if (renewed) {
        await response.body.dump();
        response = await this.#dispatch(agent, request);
      }
    }
    if (response.statusCode >= 300) {
      const retryAfter = pick(response.headers['retry-after']);
      const body = await this.#decode(response, request.signal).catch(error => {
        if (request.signal?.aborted) throw error;
        return undefined;
      });
      throw apiErrorFromStatus(response.statusCode, body, retryAfter);
    }
    return response;
  }

  async #dispatch(agent: Agent, request: TransportRequest): Promise<Response> {
    const authorization = await this.settings.credentials.authorization();
    const headers = [
      'accept',
      'application/json',
      'user-agent',
      this.userAgent,
    ];
    if (authorization) headers.push('authorization', authorization);
    if (request.body !== undefined) {
      headers.push('content-type', request.contentType ?? 'application/json');
    }
    headers.push(...(request.headers ?? []));
    try {
      return await agent.request({
        origin: this.settings.server.origin,
        path: this.#prefix + request.path,
        method: request.method,
        headers,
        body:
          request.body === undefined ? undefined : JSON.stringify(request.body),
        signal: request.signal,
      });
    } catch (error) {
      throw this.failure(error, request.signal);
    }
  }

  async #decode(response: Response, signal?: AbortSignal): Promise<unknown> {
    let text: string;
    try {
      text = await response.body.text();
    } catch (error) {
      throw this.failure(error, signal);
    }
    const type = pick(response.headers['content-type']) ?? '';
    if (!type.includes('json')) return text;
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
}
