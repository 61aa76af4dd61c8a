// A server with responses of the test, for what no real API server does on demand: delaying, refusing, counting.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { KubeConfig } from '@kubernetes/client-node';

/** Responds to one request. */
export type Answerer = (
  request: IncomingMessage,
  response: ServerResponse,
) => void;

/** Responds with JSON. */
export function answerJson(
  response: ServerResponse,
  code: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(code, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Responds with a Kubernetes `Status`. */
export function answerStatus(
  response: ServerResponse,
  code: number,
  reason: string,
  headers: Record<string, string> = {},
): void {
  const body = { apiVersion: 'v1', kind: 'Status', code, reason };
  answerJson(response, code, { ...body, message: `${reason}!` }, headers);
}

/** Responds with a body that is valid as an object, a list and every review. */
export const answerObject: Answerer = (_request, response) =>
  answerJson(response, 200, {
    metadata: { name: 'a' },
    status: { token: 'a', expirationTimestamp: '2030-01-01T00:00:00Z' },
    items: [],
    resources: [],
  });

/** A server on loopback, over plain http. */
export class StubServer {
  /** `METHOD /path` of all requests, in order of arrival. */
  readonly requests: string[] = [];
  /** How later requests are answered. */
  answer: Answerer = answerObject;

  readonly #server = createServer((request, response) => {
    this.requests.push(`${request.method} ${request.url}`);
    request.resume();
    this.answer(request, response);
  });

  static async start(): Promise<StubServer> {
    const stub = new StubServer();
    await new Promise<void>(resolve => {
      stub.#server.listen(0, '127.0.0.1', resolve);
    });
    return stub;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** A kubeconfig for this server, by default without credentials. */
  kubeConfig(
    user: { token?: string; authProvider?: object; exec?: object } = {},
  ): KubeConfig {
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromClusterAndUser(
      { name: 'stub', server: this.url, skipTLSVerify: false },
      { name: 'somebody', ...user },
    );
    return kubeConfig;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>(resolve => {
      this.#server.close(() => resolve());
    });
  }
}
