/** Opens the data services of a folder: one per engine. */
import { Semaphore } from 'async-mutex';
import { ensureBackupKey, readBackupKey } from './backupKey';
import { ServiceHost, ServiceHostOptions } from './ServiceHost';
import { prepareLayout, prepareRoots } from './layout';
import { resolveRunAs } from './runAs';
import { ServiceEngine } from './ServiceEngine';

const maxConcurrentStarts = 4;
const maxConcurrentTools = 2;
const defaultUsageIntervalMs = 5_000;

export interface ServiceHostsOptions
  extends
    Pick<ServiceHostOptions, 'onError' | 'backupRetentionDays'>,
    Partial<Pick<ServiceHostOptions, 'usageIntervalMs'>> {
  /** Default: `backup-key` in the data folder. */
  backupKeyFile?: string;
}

/**
 * Loads the state of an earlier run; missing programs are reported later, by the instances that need them.
 *
 * @param dataDir - absolute path; contains all files of the services (see `layout.ts` for the exception)
 */
export async function openServiceHosts(
  engines: readonly ServiceEngine[],
  dataDir: string,
  options: ServiceHostsOptions,
): Promise<ServiceHost[]> {
  const runAs = await resolveRunAs();
  const roots = await prepareRoots(dataDir, runAs);
  const { backupKeyFile } = options;
  const backupKey = await (backupKeyFile
    ? readBackupKey(backupKeyFile)
    : ensureBackupKey(roots.provider));
  const slots = {
    starts: new Semaphore(maxConcurrentStarts),
    tools: new Semaphore(maxConcurrentTools),
  };
  const services: ServiceHost[] = await Promise.all(
    engines.map(async engine =>
      ServiceHost.open({
        engine,
        layout: await prepareLayout(roots, engine.type),
        runAs,
        slots,
        reservedPorts: () => services.flatMap(({ ports }) => ports),
        usageIntervalMs: options.usageIntervalMs ?? defaultUsageIntervalMs,
        backupKey,
        backupRetentionDays: options.backupRetentionDays,
        onError: options.onError,
      }),
    ),
  );
  return services;
}
