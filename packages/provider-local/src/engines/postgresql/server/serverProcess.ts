/** The process of a PostgreSQL server. */
import { InstanceContext, ServerProcess } from '../../../host/ServiceEngine';
import {
  readPostmasterPidFile,
  removePostmasterPidFile,
  startupErrors,
} from './postmaster';
import { PostgresqlPrograms } from './programs';

/** Called before each start; `prepare` runs once the server accepts connections, before the process counts as ready. */
export async function serverProcess(
  {
    dataDir,
    programs,
  }: Pick<InstanceContext<unknown, PostgresqlPrograms>, 'dataDir' | 'programs'>,
  name: string,
  prepare: () => Promise<void> = async () => {},
): Promise<ServerProcess> {
  await removePostmasterPidFile(dataDir);
  return {
    name,
    title: 'PostgreSQL',
    command: programs.postgres,
    args: ['-D', dataDir],
    env: programs.env,
    ready: async () => {
      const note = await readPostmasterPidFile(dataDir);
      if (note?.status !== 'ready') return false;
      await prepare();
      return true;
    },
    // Fast shutdown: sessions are terminated, all data is written.
    stopSignal: 'SIGINT',
    explainFailure: startupErrors,
  };
}
