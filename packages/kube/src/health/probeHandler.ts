// Answers of probes over HTTP.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { Health, HealthReport } from './Health';

/** What is answered about. */
export interface ProbeOptions {
  /** For `/healthz` and `/readyz`. */
  health: Health;
  /** For `/metrics`; without one there is no such route. */
  registry?: Registry;
}

/** Answers one of the probe routes; false when the request is for something else and was left alone. */
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
  // Node leaves the body out by itself when the request is a HEAD.
  response.end(body);
}

/** As kube-apiserver writes it: a line a check. */
function formatReport({ results, ok }: HealthReport, what: string) {
  const lines = results.map(({ name, problem, note }) => {
    if (problem !== undefined) return `[-] ${name}: ${problem}`;
    return note === undefined ? `[+] ${name}: ok` : `[!] ${name}: ${note}`;
  });
  return `${[...lines, `${what} ${ok ? 'passed' : 'failed'}`].join('\n')}\n`;
}

/**
 * Answers GET and HEAD of `/healthz` (live), `/readyz` (ready) and `/metrics` (Prometheus): 200, or 503 with the
 * problems in words. `?verbose` lists all checks, and so does an answer with a note. To be mounted in front of a server's own routes; who has none takes
 * `serveProbes`.
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
      answer(response, 405, 'only GET and HEAD are answered here\n');
    }
    return true;
  };
}
