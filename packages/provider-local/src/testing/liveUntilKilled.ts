/**
 * A process that takes one instance of the fake engine through its life, as reconcilers do, and kills itself before
 * the n-th write of a stage: `liveUntilKilled.ts <dataDir> <stage> <n>`. Without `n` it lives through that stage and
 * the later ones. It prints a JSON line after each.
 */
import files from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { waitFor } from '@klutch/local-processes';
import type { ServiceHost } from '../host/ServiceHost';
import { openServiceHosts } from '../host/openServiceHosts';
import type { InstanceOrder } from '../host/reports';
import { fakeEngine, fakePlan } from './fakeEngine';

const instanceId = 'instance';

const order = (motto: string): InstanceOrder => ({
  id: instanceId,
  title: 'orders',
  serviceName: 'a9s-fake1',
  planName: fakePlan,
  parameters: { motto },
});

const until = (what: string, condition: () => boolean) =>
  waitFor(condition, { what, timeoutMs: 20_000 });

const isOver = (state = '') => ['done', 'failed'].includes(state);

/** A user orders a job again when the first one was interrupted. */
async function firstDone(
  run: (id: 1 | 2) => Promise<string | undefined>,
): Promise<string> {
  const done = (await run(1)) ?? (await run(2));
  if (!done) throw new Error('two jobs have failed');
  return done;
}

/** What the user wants, in the order of time. Each is repeated after a crash. */
const stages: Record<string, (service: ServiceHost) => Promise<object>> = {
  order: async service => {
    const { state, server } = await service.ensureInstance(order('first'));
    const { secret } = await service.bind(instanceId, 'binding');
    return { state, server, secret };
  },
  change: async service => {
    const { parameters } = await service.ensureInstance(order('second'));
    return { parameters };
  },
  backUp: async service => {
    const backupId = await firstDone(async id => {
      const started = `backup-${id}`;
      await service.startBackup({ backupId: started, instanceId });
      const report = () => service.backup(started);
      await until('the backup has ended', () => isOver(report()?.status));
      return report()?.status === 'done' ? started : undefined;
    });
    return { backupId };
  },
  restore: async service => {
    await service.ensureInstance(order('third'));
    const backup = ['backup-1', 'backup-2'].find(
      id => service.backup(id)?.status === 'done',
    );
    const restoreId = await firstDone(async id => {
      const started = `restore-${id}`;
      await service.startRestore({
        restoreId: started,
        backupId: backup ?? '',
      });
      const report = () => service.restore(started);
      await until('the restore has ended', () => isOver(report()?.state));
      return report()?.state === 'done' ? started : undefined;
    });
    const { secret } = await service.bind(instanceId, 'binding');
    return { restoreId, secret };
  },
  delete: async service => {
    await service.unbind(instanceId, 'binding');
    for (const id of [1, 2]) {
      await service.deleteRestore(`restore-${id}`);
      await service.deleteBackup(`backup-${id}`);
    }
    await service.deleteInstance(instanceId, { keepData: false });
    return {};
  },
};

/** Calls that write, or that begin to. */
const writes = {
  promises: ['rename', 'rm', 'mkdir', 'writeFile', 'copyFile', 'chmod', 'open'],
  sync: ['renameSync', 'openSync', 'createWriteStream'],
};

/** Kills this process before its n-th call that writes. */
function killBeforeWrite(n: number): void {
  let left = n;
  const counted = (target: Record<string, unknown>, name: string) => {
    const original = target[name] as (...args: unknown[]) => unknown;
    target[name] = (...args: unknown[]) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    };
  };
  for (const name of writes.promises)
    counted(files.promises as unknown as Record<string, unknown>, name);
  for (const name of writes.sync)
    counted(files as unknown as Record<string, unknown>, name);
  syncBuiltinESMExports();
}

async function live(dataDir: string, first: string, n: number | undefined) {
  const names = Object.keys(stages);
  const [service] = await openServiceHosts([fakeEngine()], dataDir, {
    usageIntervalMs: 3_600_000,
    onError: (message, error) =>
      process.stderr.write(`${message}: ${String(error)}\n`),
  });
  if (!service) throw new Error('no service');
  await service.loadInstances([instanceId]);
  await service.startInstances();
  for (const name of names) {
    const isBefore = names.indexOf(name) < names.indexOf(first);
    // The second process begins at the stage that the first one did not end.
    if (isBefore && n === undefined) continue;
    if (name === first && n !== undefined) killBeforeWrite(n);
    const result = await stages[name]?.(service);
    process.stdout.write(`${JSON.stringify({ stage: name, ...result })}\n`);
    if (name === first && n !== undefined) break;
  }
  await service.stop();
}

const [dataDir = '', first = '', n] = process.argv.slice(2);
void live(dataDir, first, n === undefined ? undefined : Number(n));
