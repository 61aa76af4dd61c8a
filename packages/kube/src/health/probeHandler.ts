// Probes and metrics over HTTP.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { Health, HealthReport } from './Health';

/** Sources of the responses. */
export interface ProbeOptions {
  /** Source of `/healthz` and `/readyz`. */
  health: Health;
  /** Source of `/metrics`; absent: no such route. */
  registry?: Registry;
}

/** Handles a probe request; returns false, without touching the response, for any other request. */
export type ProbeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean;

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

/**
 * Handles GET and HEAD of `/healthz` (liveness), `/readyz` (readiness) and `/metrics` (Prometheus): 200, or 503 with
 * the problems. `?verbose` lists all checks, and so does a response with a note. Mount it in front of a server's own
 * routes; a program without a server uses `serveProbes`.
 */
export function probeHandler({ health, registry }: ProbeOptions): ProbeHandler {
  const probe =
    (getReport: () => HealthReport, what: string) =>
    (query: URLSearchParams, response: ServerResponse) => {
      const report = getReport();
      const verbose =
        query.has('verbose') ||
        !report.ok ||
        report.results.some(({ note }) => note !== undefined);
      const body = verbose ? formatReport(report, what) : 'ok\n';
      answer(response, report.ok ? 200 : 503, body);
    };

  const metrics =
    (from: Registry) => (_: URLSearchParams, response: ServerResponse) => {
      from.metrics().then(
        text => answer(response, 200, text, from.contentType),
        () => answer(response, 500, 'the metrics could not be collected\n'),
      );
    };

  const routes = new Map([
    ['/healthz', probe(() => health.live(), 'healthz')],
    ['/readyz', probe(() => health.ready(), 'readyz')],
    ...(registry ? [['/metrics', metrics(registry)] as const] : []),
  ]);

  return (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const route = routes.get(path);
    if (!route) return false;
    if (request.method === 'GET' || request.method === 'HEAD') {
      route(new URLSearchParams(query), response);
    } else {
      response.setHeader('allow', 'GET, HEAD');
      answer(response, 405, 'only GET and HEAD are supported\n');
    }
    return true;
  };
}
