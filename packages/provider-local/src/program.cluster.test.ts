/** provider-local as operators start it: a program of its own, on a real cluster. */
import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  serverPid,
  withSecret,
} from './engines/postgresql/__testUtils__/postgresql';
import { instanceIdOf } from './resources/identity';
import { serviceInstances } from './resources/managedResources';
import { ProviderOnCluster } from './testing/__testUtils__/ProviderOnCluster';
import { eventually } from './testing/eventually';
import { isRunning } from './testing/host';
import { isReady, readSecret, waitForObject } from './testing/managed';
import { itLong } from './testing/describeLong';

jest.setTimeout(60_000);

let fixture: ProviderOnCluster;
beforeAll(async () => {
  fixture = await ProviderOnCluster.prepare('provider-local-program');
});
afterAll(() => fixture?.dispose());

const run = (...args: string[]): ChildProcess =>
  spawn(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'main.ts'), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );

/** Runs the program on the cluster while `work` lasts, and stops it as a service manager does. */
async function whileRunning<T>(work: () => Promise<T>): Promise<T> {
  const program = run(
    '--kubeconfig',
    fixture.cluster.kubeconfigPath,
    '--data-dir',
    fixture.dataDir,
  );
  let output = '';
  program.stdout?.on('data', chunk => {
    output += chunk;
  });
  const exited = once(program, 'exit');
  const result = await eventually('the provider is ready', () =>
    output.includes('provider-local is ready'),
  )
    .then(work)
    .finally(() => program.kill('SIGTERM'));
  expect(await exited).toEqual([0, null]);
  return result;
}

itLong(
  'stops its servers on SIGTERM, and starts them again in the next run',
  async () => {
    const pidOfServer = async () => {
      const instance = await waitForObject(
        fixture.client,
        serviceInstances,
        'kept',
        isReady,
      );
      return serverPid(fixture.dataDir, instanceIdOf(instance));
    };
    const pid = await whileRunning(async () => {
      await fixture.orderInstance('kept');
      await fixture.bind('kept-app', 'kept');
      return pidOfServer();
    });
    expect(isRunning(pid)).toBe(false);

    await whileRunning(async () => {
      const secret = (await readSecret(fixture.client, 'kept-app-creds')) ?? {};
      await eventually('the server accepts the binding', () =>
        withSecret(secret, sql => sql('SELECT 1')).then(
          () => true,
          () => false,
        ),
      );
      expect(await pidOfServer()).not.toBe(pid);
    });
  },
);

itLong('reports what is wrong and what to do', async () => {
  const program = run(
    '--kubeconfig',
    '/nowhere',
    '--data-dir',
    fixture.dataDir,
  );
  let output = '';
  program.stderr?.on('data', chunk => {
    output += chunk;
  });
  expect(await once(program, 'exit')).toEqual([1, null]);
  expect(output).toMatch(
    /kubeconfig \/nowhere cannot be used: .*Name another one with --kubeconfig/,
  );
});
