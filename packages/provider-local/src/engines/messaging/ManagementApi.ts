/** The server's HTTP API, as its administrator. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ServiceError } from '../../errors';
import { adminUser } from './users';

/** Holds a credential. */
export interface ApiAccess {
  port: number;
  password: string;
  /** PEM; absent on plans without TLS. */
  caCertificate: string | undefined;
}

/** Imports of many definitions take long. */
const timeoutMs = 30_000;

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

interface Answer {
  status: number;
  /** Parsed JSON; `undefined` without a body. */
  value: unknown;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A path of the API with encoded segments: the name of the virtual host is a slash. */
export const apiPath = (...segments: string[]): string =>
  `/api/${segments.map(encodeURIComponent).join('/')}`;

function send(
  { port, password, caCertificate }: ApiAccess,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    host: '127.0.0.1',
    port,
    method,
    path,
    auth: `${adminUser}:${password}`,
    // Restarts and other ports leave no connection that is dead.
    agent: false,
    timeout: timeoutMs,
    headers:
      text === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
  };
  return new Promise((resolve, reject) => {
    const request = caCertificate
      ? httpsRequest({ ...options, ca: caCertificate })
      : httpRequest(options);
    request
      .on('timeout', () => request.destroy(new Error('no answer in time')))
      .on('error', reject)
      .on('response', response => {
        const chunks: Buffer[] = [];
        response
          .on('data', chunk => chunks.push(chunk))
          .on('error', reject)
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              value: parse(Buffer.concat(chunks).toString('utf8')),
            }),
          );
      })
      .end(text);
  });
}

const reasonIn = (value: unknown) =>
  (value as { reason?: unknown } | undefined)?.reason;

/** A request that the server refused, with the server's reason. */
export class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    reason: unknown,
  ) {
    super(typeof reason === 'string' ? reason : `HTTP status ${status}`);
    this.name = 'RefusedRequest';
  }
}

export class ManagementApi {
  /** `access` is read for each request, because port and certificate may change. */
  constructor(private readonly access: () => ApiAccess) {}

  /** Throws RefusedRequest when the server refuses, and ServiceError when the server does not respond. */
  async call(method: Method, path: string, body?: unknown): Promise<unknown> {
    let answer: Answer;
    try {
      answer = await send(this.access(), method, path, body);
    } catch (cause) {
      throw new ServiceError(
        'The RabbitMQ server does not respond. The operation is retried.',
        { retry: true, cause },
      );
    }
    if (answer.status >= 200 && answer.status < 300) return answer.value;
    throw new RefusedRequest(answer.status, reasonIn(answer.value));
  }

  /** Deletes what may not exist. */
  async delete(path: string): Promise<void> {
    try {
      await this.call('DELETE', path);
    } catch (error) {
      if (!(error instanceof RefusedRequest && error.status === 404))
        throw error;
    }
  }
}
