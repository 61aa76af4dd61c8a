/** A local HTTP server that replaces the official downloads and simulates their faults. */
import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server's behaviour for a path. */
export type ResponseHandler =
  | Buffer
  | string
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A running server; `requests` are the requested paths. */
export interface FileServer {
  url: string;
  handlers: Map<string, ResponseHandler>;
  requests: string[];
  close(): Promise<void>;
}

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Announces the full length, sends the first half and closes the connection. */
export const truncate =
  (content: Buffer): ResponseHandler =>
  response => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, content.length / 2), () =>
      response.socket?.destroy(),
    );
  };

/** Breaks off as {@link truncate} does, and serves the rest to range requests. */
export const truncateOnce =
  (content: Buffer): ResponseHandler =>
  (response, request) => {
    const start = /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1];
    if (start === undefined) {
      response.writeHead(200, {
        'content-length': content.length,
        etag: '"1"',
      });
      response.write(content.subarray(0, content.length / 2), () =>
        response.socket?.destroy(),
      );
      return;
    }
    const last = content.length - 1;
    response.writeHead(206, {
      'content-length': content.length - Number(start),
      'content-range': `bytes ${start}-${last}/${content.length}`,
      etag: '"1"',
    });
    response.end(content.subarray(Number(start)));
  };

/** Responds 503 the given number of times before it serves the content. */
export function unavailableAtFirst(
  times: number,
  content: Buffer,
): ResponseHandler {
  let left = times;
  return response => {
    if (left > 0) {
      left -= 1;
      response.writeHead(503).end();
    } else {
      response.end(content);
    }
  };
}

/** Sends the first half and then stalls. */
export const stall =
  (content: Buffer): ResponseHandler =>
  response => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, content.length / 2));
  };

/** Never responds. */
export const hang: ResponseHandler = () => undefined;

/** Redirects to another path. */
export const redirect =
  (location: string): ResponseHandler =>
  response => {
    response.writeHead(302, { location }).end();
  };

/** Starts a server that responds 404 for unknown paths. */
export async function startFileServer(): Promise<FileServer> {
  const handlers = new Map<string, ResponseHandler>();
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const handler = handlers.get(request.url ?? '');
    if (typeof handler === 'function') handler(response, request);
    else if (handler === undefined) response.writeHead(404).end('not found');
    else response.end(handler);
  });
  await new Promise<void>(resolve =>
    server.listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    handlers,
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
