/** A real PostgreSQL for the tests of several replicas. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import { startPostgresql as startServer } from '@klutch/provider-local/src/engines/postgresql/__testUtils__/startPostgresql';

/** A running server with an empty database. */
export interface TestPostgresql {
  /** In the form of `backend.database.connection`. */
  connection: {
    host: string;
    port: number;
    user: string;
    password: string;
    database: string;
  };
  stop(): Promise<void>;
}

/** Starts the server. */
export async function startPostgresql(): Promise<TestPostgresql> {
  const { secret, stop } = await startServer('postgresql-single-small');
  const { hostname, port, username, password, pathname } = new URL(
    secret.uri ?? '',
  );
  return {
    connection: {
      host: hostname,
      port: Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
    },
    stop,
  };
}
