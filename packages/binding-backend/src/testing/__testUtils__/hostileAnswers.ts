/** Ways to answer a request that no honest provider has. */
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

const json = { 'content-type': 'application/json' };

/** JSON that never ends. */
export const endless: RequestListener = (_, response) => {
  const chunk = ' '.repeat(65_536);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200, json).write('{"issuer":"');
  response.on('drain', write);
  write();
};

/** Small on the way, large after it. */
export const inflating: RequestListener = (_, response) => {
  response
    .writeHead(200, { ...json, 'content-encoding': 'gzip' })
    .end(gzipSync(`"${' '.repeat(20_000_000)}"`));
};

/** Nothing, for ever. */
export const hanging: RequestListener = () => {};

/** A beginning, and nothing more. */
export const stalling: RequestListener = (_, response) => {
  response.writeHead(200, json).write('{"issuer":');
};

/** A beginning, and the connection is cut. */
export const cut: RequestListener = (_, response) => {
  response
    .writeHead(200, { ...json, 'content-length': '1000' })
    .write('{"issuer":', () => response.destroy());
};

/** A page, as a portal in between would show. */
export const html: RequestListener = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<html>canary-page</html>');
};

/** What is no JSON, and says that it is. */
export const broken: RequestListener = (_, response) => {
  response.writeHead(200, json).end('{"canary-broken":');
};

/** Elsewhere, on the same server. */
export const redirecting: RequestListener = (_, response) => {
  response.writeHead(307, { location: '/elsewhere' }).end();
};

/** An error of HTTP, with JSON as its body. */
export const failing =
  (
    status: number,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): RequestListener =>
  (_, response) => {
    response
      .writeHead(status, { ...json, ...headers })
      .end(JSON.stringify(body));
  };
