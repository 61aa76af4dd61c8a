// A small HTTP server for probes and metrics.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { Health, HealthReport } from './Health';

/** Listen address and sources of the responses. */
export interface ProbeServerOptions {
  /** Source of `/healthz` and `/readyz`. */
  health: Health;
  /** Source of `/metrics`; absent: no such route. */
  registry?: Registry;
  /** Port to listen on; 0 chooses a free one. */
  port: number;
  /**
   * Address to listen on. Default: all, since a kubelet connects from outside. Anyone who can reach the port can read
   * the metrics. On a developer's machine: `127.0.0.1`.
   */
  host?: string;
}

/** A listening server. */
export interface ProbeServer {
  /** The port it listens on. */
  readonly port: number;
  /** Stops listening and ends all connections. */
  close(): Promise<void>;
}

/** A probe sends very little; slower clients are disconnected. */
const requestTimeoutMs = 5_000;

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  // Node omits the body of a HEAD response.
  response.end(body);
}

/** The format of kube-apiserver: one line per check. */
function formatReport({ results, ok }: HealthReport, what: string) {
  const lines = results.map(({ name, problem, note }) => {
    if (problem !== undefined) return `[-] ${name}: ${problem}`;
    return note === undefined ? `[+] ${name}: ok` : `[!] ${name}: ${note}`;
  });
  return `${[...lines, `${what} ${ok ? 'passed' : 'failed'}`].join('\n')}\n`;
}

function sendReport(
  response: ServerResponse,
  report: HealthReport,
  what: string,
  isVerbose: boolean,
): void {
  const isListed =
    isVerbose ||
    !report.ok ||
    report.results.some(({ note }) => note !== undefined);
  const body = isListed ? formatReport(report, what) : 'ok\n';
  answer(response, report.ok ? 200 : 503, body);
}

function sendMetrics(response: ServerResponse, registry: Registry): void {
  registry.metrics().then(
    text => answer(response, 200, text, registry.contentType),
    () => answer(response, 500, 'the metrics could not be collected\n'),
  );
}

function handle(
  { health, registry }: ProbeServerOptions,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const [path = '', query = ''] = url.split('?', 2);
  const isVerbose = new URLSearchParams(query).has('verbose');
  const send = {
    '/healthz': () => sendReport(response, health.live(), 'healthz', isVerbose),
    '/readyz': () => sendReport(response, health.ready(), 'readyz', isVerbose),
    '/metrics': registry && (() => sendMetrics(response, registry)),
  };
  const route = new Map(Object.entries(send)).get(path);
  if (!route) answer(response, 404, 'not found\n');
  else if (method === 'GET' || method === 'HEAD') route();
  else {
    response.setHeader('allow', 'GET, HEAD');
    answer(response, 405, 'only GET and HEAD are supported\n');
  }
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  const why =
    error.code === 'EADDRINUSE'
      ? 'another process uses it'
      : (error.code ?? 'unknown error');
  return new Error(
    `The server for probes and metrics cannot listen on port ${port}: ${why}. Choose another port or address.`,
  );
}

/**
 * Serves GET and HEAD of `/healthz` (liveness), `/readyz` (readiness) and `/metrics` (Prometheus): 200, or 503 with
 * the problems. `?verbose` lists all checks, and so does a response with a note. The server does not keep the process
 * alive.
 * @throws Error with a readable message when the server cannot listen
 */
export async function serveProbes(
  options: ProbeServerOptions,
): Promise<ProbeServer> {
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      maxHeaderSize: 8 * 1024,
    },
    (request, response) => handle(options, request, response),
  );
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(listenError(error, options.port)));
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
