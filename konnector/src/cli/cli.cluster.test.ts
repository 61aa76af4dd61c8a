/** The CLI: flags, probes, rights, signals; on a real cluster. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { bundleKonnector } from '../testing/__testUtils__/bundleKonnector';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  startConsumer,
  type Consumer,
} from '../testing/__testUtils__/consumer';

/** Runs the sources, where they are. */
const command = join(__dirname, '..', '..', 'bin', 'klutch-konnector');
let folder: string;
let program: string;
let consumer: Consumer;
let running: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
  program = await bundleKonnector(folder);
  consumer = await startConsumer();
}, 60_000);
afterEach(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
});
afterAll(async () => {
  await consumer?.stop();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

it('the bundle has nothing of client-node that the konnector does not use', async () => {
  const text = await readFile(program, 'utf8');
  expect(text).toContain('KubeConfig');
  expect(text).not.toContain('V1PodSpec');
});

/** @param args - of Node.js, with those of the program. */
const startNode = (...args: string[]) => {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH },
  });
  running = child;
  let output = '';
  child.stdout?.on('data', text => {
    output += text;
  });
  child.stderr?.on('data', text => {
    output += text;
  });
  return { child, output: () => output };
};
const start = (...args: string[]) => startNode(program, ...args);
const probe = async (output: string, path: string) => {
  const address = /"health":"([^"]+)"/.exec(output)?.[1];
  if (!address) return undefined;
  const response = await fetch(`http://${address}${path}`);
  return { status: response.status, text: await response.text() };
};

describe('klutch-konnector', () => {
  it('B28: serves its probes at --health-address, reports missing rights until they are granted, and exits on SIGTERM', async () => {
    await consumer.revoke();
    const { child, output } = start(
      '--kubeconfig',
      consumer.konnectorKubeconfig,
      '--health-address',
      '127.0.0.1:0',
    );
    const waiting = await eventually(
      'the missing right is reported',
      async () => {
        const found = await probe(output(), '/readyz');
        return (
          found?.status === 503 &&
          /cannot (list|watch)/.test(found.text) &&
          found
        );
      },
    );
    expect(waiting.text).toContain('customresourcedefinitions');
    expect((await probe(output(), '/healthz'))?.status).toBe(200);

    await consumer.grant();
    await eventually(
      'the konnector is ready',
      async () => (await probe(output(), '/readyz'))?.status === 200,
      30_000,
    );
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  }, 60_000);

  it('R01: continues after an unhandled rejection, logs it, and shows it on /healthz', async () => {
    await consumer.grant();
    const defect =
      "process.on('SIGUSR2', () => void Promise.reject(new Error('forgotten')))";
    const { child, output } = startNode(
      '--import',
      `data:text/javascript,${encodeURIComponent(defect)}`,
      program,
      '--kubeconfig',
      consumer.konnectorKubeconfig,
      '--health-address',
      '127.0.0.1:0',
    );
    const isReady = async () =>
      (await probe(output(), '/readyz'))?.status === 200;
    await eventually('the konnector is ready', isReady, 30_000);
    expect(await probe(output(), '/healthz')).toEqual({
      status: 200,
      text: 'ok\n',
    });
    child.kill('SIGUSR2');
    const shown = await eventually('/healthz shows the failure', async () => {
      const found = await probe(output(), '/healthz');
      return found?.text.includes('[!]') && found;
    });
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(/unhandled rejections: 1 so far, .*: forgotten/);
    // The log arrives through a pipe, which may be slower than the response.
    await eventually('the failure is logged', async () =>
      output().includes('unhandled promise rejection'),
    );
    expect(await isReady()).toBe(true);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  }, 60_000);

  itLong(
    'exits with a message when its kubeconfig is replaced by one of another cluster',
    async () => {
      const other = await startConsumer();
      const kubeconfig = join(folder, 'replaced.kubeconfig');
      try {
        await Promise.all([
          consumer.grant(),
          other.grant(),
          copyFile(consumer.konnectorKubeconfig, kubeconfig),
        ]);
        const { child, output } = start(
          '--kubeconfig',
          kubeconfig,
          '--health-address',
          '127.0.0.1:0',
        );
        await eventually(
          'the konnector is ready',
          async () => (await probe(output(), '/readyz'))?.status === 200,
          30_000,
        );
        const exit = once(child, 'exit');
        await copyFile(other.konnectorKubeconfig, kubeconfig);
        expect((await exit)[0]).toBe(1);
        expect(output()).toContain(
          'The app cluster was replaced by another one',
        );
      } finally {
        await other.stop();
      }
    },
    90_000,
  );

  itLong(
    'is run from its sources by its command',
    async () => {
      const { child, output } = startNode(command, '--version');
      const [code] = await once(child, 'exit');
      expect({ code, output: output() }).toEqual({
        code: 0,
        output: expect.stringMatching(/^v\d+\.\d+/),
      });
    },
    30_000,
  );

  it.each([
    [['--kubeconfig', '/nowhere'], 'cannot be read'],
    [['--health-address', 'x'], 'no address|Not inside a cluster'],
    [['--log-level', 'loud'], 'Allowed choices'],
  ])(
    'reports what is wrong with %j',
    async (args, message) => {
      const { child, output } = start(...args);
      const [code] = await once(child, 'exit');
      expect(code).not.toBe(0);
      expect(output()).toMatch(new RegExp(message));
    },
    30_000,
  );
});
