/** Responses that no honest identity provider sends. */
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

/** Small when compressed, large when decompressed. */
export const inflating: RequestListener = (_, response) => {
  response
    .writeHead(200, { ...json, 'content-encoding': 'gzip' })
    .end(gzipSync(`"${' '.repeat(20_000_000)}"`));
};

/** Never responds. */
export const hanging: RequestListener = () => {};

/** Starts a response and never finishes it. */
export const stalling: RequestListener = (_, response) => {
  response.writeHead(200, json).write('{"issuer":');
};

/** Starts a response and closes the connection. */
export const cut: RequestListener = (_, response) => {
  response
    .writeHead(200, { ...json, 'content-length': '1000' })
    .write('{"issuer":', () => response.destroy());
};

/** An HTML page, as a captive portal would send. */
export const html: RequestListener = (_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<html>canary-page</html>');
};

/** Invalid JSON with the content type of JSON. */
export const broken: RequestListener = (_, response) => {
  response.writeHead(200, json).end('{"canary-broken":');
};

/** A redirect to another path on the same server. */
export const redirecting: RequestListener = (_, response) => {
  response.writeHead(307, { location: '/elsewhere' }).end();
};

/** An HTTP error with a JSON body. */
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
