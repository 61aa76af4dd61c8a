/**
 * A local HTTP server in the place of the official downloads, with the faults that downloads have.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does for a path. */
export type Answer = Buffer | string | ((response: ServerResponse) => void);

/** A running server; `requests` are the paths that were asked for. */
export interface FileServer {
  url: string;
  answers: Map<string, Answer>;
  requests: string[];
  close(): Promise<void>;
}

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Announces the whole content, sends the first half and breaks the connection. */
export const cutOff =
  (content: Buffer): Answer =>
  response => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, content.length / 2), () =>
      response.socket?.destroy(),
    );
  };

/** Sends the first half and then nothing more. */
export const stall =
  (content: Buffer): Answer =>
  response => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, content.length / 2));
  };

/** Does not answer at all. */
export const hang: Answer = () => undefined;

/** Sends to another path. */
export const redirect =
  (location: string): Answer =>
  response => {
    response.writeHead(302, { location }).end();
  };

/** Starts a server that answers 404 to what it does not know. */
export async function startFileServer(): Promise<FileServer> {
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const answer = answers.get(request.url ?? '');
    if (typeof answer === 'function') answer(response);
    else if (answer === undefined) response.writeHead(404).end('not found');
    else response.end(answer);
  });
  await new Promise<void>(resolve =>
    server.listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
