/** Requests of the provider to a server. The client certificate of the administrator replaces a password. */
import { Agent, request } from 'node:https';
import { ServiceError } from '../../../errors';

/** How the provider reaches a server. PEM texts. */
export interface Access {
  port: number;
  caCertificate: string;
  certificate: string;
  privateKey: string;
}

export interface RequestOptions {
  body?: object;
  signal?: AbortSignal;
  /** Default 30 s without any data. */
  timeoutMs?: number;
  /** Status codes besides 200 to 299 that are no failure. */
  allow?: readonly number[];
}

/** The server's answer. */
export interface Answer {
  status: number;
  text: string;
}

/** An answer that reports a failure. The reason is the server's and holds no secrets. */
export class RefusedError extends ServiceError {
  constructor(
    readonly status: number,
    readonly reason: string,
  ) {
    super(`OpenSearch refuses a request of the provider: ${reason}.`, {
      retry: true,
    });
    this.name = 'RefusedError';
  }
}

const defaultTimeoutMs = 30_000;

/** The first reason in the text of a failure. */
function reasonOf({ status, text }: Answer): string {
  try {
    const { error, message } = JSON.parse(text);
    const reason = error?.root_cause?.[0]?.reason ?? error?.reason ?? message;
    if (typeof reason === 'string') return reason.slice(0, 500);
  } catch {
    // Not JSON.
  }
  return `status ${status}`;
}

export class AdminClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly access: () => Promise<Access>) {}

  /** Throws RefusedError for other status codes than 200 to 299 and those of `allow`. */
  async call(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    { allow = [], ...options }: RequestOptions = {},
  ): Promise<Answer> {
    const answer = await this.send(method, path, options);
    const { status } = answer;
    if ((status < 200 || status > 299) && !allow.includes(status)) {
      throw new RefusedError(status, reasonOf(answer));
    }
    return answer;
  }

  /** As `call`, with the parsed answer. */
  async json<T>(...sent: Parameters<AdminClient['call']>): Promise<T> {
    return JSON.parse((await this.call(...sent)).text) as T;
  }

  private async send(
    method: string,
    path: string,
    { body, signal, timeoutMs = defaultTimeoutMs }: RequestOptions,
  ): Promise<Answer> {
    const { port, caCertificate, certificate, privateKey } =
      await this.access();
    const content = body && JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          ca: caCertificate,
          cert: certificate,
          key: privateKey,
          agent: this.agent,
          signal,
          timeout: timeoutMs,
          headers: content ? { 'content-type': 'application/json' } : {},
        },
        response => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', chunk => {
            text += chunk;
          });
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text }),
          );
        },
      );
      sent.on('timeout', () =>
        sent.destroy(
          new ServiceError('OpenSearch did not answer in time.', {
            retry: true,
          }),
        ),
      );
      sent.on('error', reject);
      sent.end(content);
    });
  }
}
