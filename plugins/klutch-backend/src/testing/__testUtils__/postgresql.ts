/** A real PostgreSQL for the tests of several replicas. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import {
  openService,
  orderOf,
} from '@klutch/provider-local/src/engines/postgresql/__testUtils__/postgresql';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import {
  bindingId,
  instanceId,
  provision,
  removeFolder,
  temporaryFolder,
} from '@klutch/provider-local/src/testing/host';

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
  const folder = await temporaryFolder();
  const service = await openService(folder);
  await provision(service, orderOf('postgresql-single-small'));
  const { secret } = await service.bind(instanceId, bindingId);
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
    async stop() {
      await service.stop();
      await removeFolder(folder);
    },
  };
}
