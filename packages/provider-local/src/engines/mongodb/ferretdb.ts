/** The process of FerretDB. */
import { ServerProcess } from '../../host/ServiceEngine';
import { answersPing } from './ping';

export const ferretdbProcessName = 'ferretdb';

/** What a process needs. Holds a credential. */
export interface FerretDbOptions {
  program: string;
  port: number;
  tls?: { certificateFile: string; privateKeyFile: string; ca: string };
  backend: {
    port: number;
    database: string;
    user: string;
    password: string;
    maxConnections: number;
  };
}

/** The errors in the log of a start, without time and name of the program. Pure function. */
export function startupErrors(log: string): string {
  return log
    .split('\n')
    .filter(line => /\b(ERROR|FATAL|panic|error)\b/.test(line))
    .slice(-2)
    .map(line => line.replace(/^.*?\b(?:ERROR|FATAL|panic|error)\b:?\s*/, ''))
    .join('; ')
    .slice(0, 400);
}

/** The command line, without the password of the back end. Pure function. */
export function ferretdbArguments({
  port,
  tls,
  backend,
}: FerretDbOptions): string[] {
  const address = `127.0.0.1:${port}`;
  const listen = tls
    ? [
        '--listen-addr=',
        `--listen-tls=${address}`,
        `--listen-tls-cert-file=${tls.certificateFile}`,
        `--listen-tls-key-file=${tls.privateKeyFile}`,
      ]
    : [`--listen-addr=${address}`];
  const { user, database } = backend;
  const pool = new URLSearchParams({
    sslmode: 'disable',
    pool_max_conns: String(backend.maxConnections),
    pool_max_conn_idle_time: '1m',
  });
  return [
    ...listen,
    `--postgresql-url=postgres://${user}@127.0.0.1:${backend.port}/${database}?${pool}`,
    // SCRAM, the default of MongoDB's drivers.
    '--test-enable-new-auth',
    '--telemetry=disable',
    '--debug-addr=-',
    '--state-dir=-',
    // Without a line for each connection.
    '--log-level=warn',
  ];
}

export const ferretdbProcess = (options: FerretDbOptions): ServerProcess => ({
  name: ferretdbProcessName,
  title: 'FerretDB',
  command: options.program,
  args: ferretdbArguments(options),
  env: { PGPASSWORD: options.backend.password },
  ready: () => answersPing(options.port, options.tls?.ca),
  // After SIGTERM, FerretDB waits 3 seconds for clients to disconnect, and drivers keep their connections open.
  stopSignal: 'SIGHUP',
  explainFailure: startupErrors,
});
