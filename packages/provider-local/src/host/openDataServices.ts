/** Opens the data services of a folder: one per engine. */
import { Semaphore } from 'async-mutex';
import { DataService, DataServiceOptions } from './DataService';
import { prepareLayout, prepareRoots } from './layout';
import { resolveRunAs } from './runAs';
import { ServiceEngine } from './ServiceEngine';

const maxConcurrentStarts = 4;
const maxConcurrentTools = 2;
const defaultStorageIntervalMs = 5_000;

/**
 * Loads the state of an earlier run; missing programs are reported later, by the instances that need them.
 *
 * @param dataDir - absolute path; contains all files of the services (see `layout.ts` for the exception)
 */
export async function openDataServices(
  engines: readonly ServiceEngine[],
  dataDir: string,
  options: Pick<DataServiceOptions, 'onError'> &
    Partial<Pick<DataServiceOptions, 'storageIntervalMs'>>,
): Promise<DataService[]> {
  const runAs = await resolveRunAs();
  const roots = await prepareRoots(dataDir, runAs);
  const slots = {
    starts: new Semaphore(maxConcurrentStarts),
    tools: new Semaphore(maxConcurrentTools),
  };
  return Promise.all(
    engines.map(async engine =>
      DataService.open({
        engine,
        layout: await prepareLayout(roots, engine.type),
        runAs,
        slots,
        storageIntervalMs:
          options.storageIntervalMs ?? defaultStorageIntervalMs,
        onError: options.onError,
      }),
    ),
  );
}
