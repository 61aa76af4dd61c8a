/** A web server on this machine, for tests of requests to issuers and registries. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request. */
export type Respond = (
  request: IncomingMessage,
  response: ServerResponse,
) => void;

/** A running server. */
export interface HttpServer {
  url: string;
  /** The answer to all requests; may be replaced at any time. */
  respond: Respond;
  /** Paths with their queries, oldest first. */
  requests: string[];
  close(): void;
}

/** Answers with JSON. */
export const json =
  (
    body: unknown,
    status = 200,
    headers: Record<string, string> = {},
  ): Respond =>
  (_, response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };

/** Starts a server on a free port. */
export async function startHttpServer(respond: Respond): Promise<HttpServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const running: HttpServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    respond,
    requests: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  server.on('request', (request, response) => {
    running.requests.push(request.url ?? '');
    running.respond(request, response);
  });
  return running;
}
