/** A real PostgreSQL server with the credentials of a service binding. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import {
  openService,
  orderOf,
} from '@klutch/provider-local/src/engines/postgresql/__testUtils__/postgresql';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- tests alone start servers this way
import {
  bindingId,
  instanceId,
  removeFolder,
  temporaryFolder,
} from '@klutch/provider-local/src/testing/host';

/** The server, until `stop`. */
export interface RunningPostgresql {
  /** The data of the Secret, decoded. */
  secret: Record<string, string>;
  stop(): Promise<void>;
}

export async function startPostgresql(
  plan = 'postgresql-single-nano',
): Promise<RunningPostgresql> {
  const dataDir = await temporaryFolder();
  const service = await openService(dataDir);
  await service.ensureInstance(orderOf(plan));
  const { secret } = await service.bind(instanceId, bindingId);
  return {
    secret,
    stop: async () => {
      await service.stop();
      await removeFolder(dataDir);
    },
  };
}
