/** A real PostgreSQL server for tests of other packages. */
import {
  bindingId,
  instanceId,
  provision,
  removeFolder,
  temporaryFolder,
} from '../../../testing/host';
import { openService, orderOf } from './postgresql';

/** A server with an empty database, until `stop`. */
export interface RunningPostgresql {
  /** The decoded data of the Secret of its service binding; `uri` includes the password. */
  secret: Record<string, string>;
  stop(): Promise<void>;
}

export async function startPostgresql(
  plan = 'postgresql-single-nano',
): Promise<RunningPostgresql> {
  const folder = await temporaryFolder();
  const service = await openService(folder);
  await provision(service, orderOf(plan));
  const { secret } = await service.bind(instanceId, bindingId);
  return {
    secret,
    async stop() {
      await service.stop();
      await removeFolder(folder);
    },
  };
}
