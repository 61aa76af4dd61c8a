/** `status --watch` on clusters in memory. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { runProgram } from '../__testUtils__/runProgram';
import { watchStatus } from '../status/watchStatus';
import { addBindCommands } from './addBindCommands';
import * as bindWork from './bindWork';
import { connectTenant } from './ControlPlaneTenant';

jest.mock('./ControlPlaneTenant');

const api = 'databases.example.test';
const conditions = (status: string) => ({
  conditions: [{ type: 'Ready', status }],
});

let apps: MemoryCluster;
let interruption: AbortController;

beforeEach(() => {
  interruption = new AbortController();
  const plane = new MemoryCluster();
  plane.objects.set(`apiserviceexports.klutch.anynines.com/cluster-x/${api}`, {
    metadata: { name: api },
    status: conditions('True'),
  });
  jest
    .mocked(connectTenant)
    .mockReturnValue({ client: plane.client, namespace: 'cluster-x' });
  apps = new MemoryCluster();
  apps.objects.set('secrets/klutch-bind/kubeconfig-1', {
    metadata: { name: 'kubeconfig-1' },
    data: { kubeconfig: Buffer.from('x').toString('base64') },
  } as never);
  apps.objects.set(
    `apiservicebindings.klutch.anynines.com/klutch-bind/${api}`,
    {
      metadata: { name: api, namespace: 'klutch-bind', resourceVersion: '1' },
      spec: { kubeconfigSecretRef: { name: 'kubeconfig-1' } },
      status: conditions('False'),
    },
  );
});

it('shows the exports', async () => {
  const { error, stdout } = await runProgram(
    ['status', '-w'],
    (program, context) =>
      addBindCommands(program, context, async () => ({
        ...bindWork,
        openBrowser: async () => undefined,
      })),
    async () => ({ client: apps.client, namespace: 'default' }),
    {
      signal: interruption.signal,
      onStdout: () => interruption.abort(),
    },
  );
  expect(error).toBeUndefined();
  expect(stdout).toMatch(/READY +HEARTBEATING +EXPORT/);
  expect(stdout).toMatch(/databases\S+ +<unknown> +False +Unknown +True/);
});

it('fails when the bindings cannot be listed at first', async () => {
  const list = () => Promise.reject(new Error('unreachable'));
  const { error } = await runProgram(
    ['status', '-w'],
    (program, context) =>
      addBindCommands(program, context, async () => ({
        ...bindWork,
        openBrowser: async () => undefined,
      })),
    async () => ({
      client: { ...apps.client, list } as typeof apps.client,
      namespace: 'default',
    }),
  );
  expect(error?.message).toBe('unreachable');
});

it('prints a binding again when its export has changed, and not before', async () => {
  const written: string[] = [];
  const read = ['True', 'True', 'False'];
  let current = '';
  const stdout = {
    write(text: string) {
      written.push(text);
      if (text.includes('False')) interruption.abort();
      return true;
    },
  } as NodeJS.WritableStream;
  const rowOf = ({ metadata }: APIServiceBinding) =>
    `${metadata.name} ${current}\n`;
  await watchStatus(
    {
      connect: () => Promise.reject(new Error('not used')),
      confirm: async () => undefined,
      signal: interruption.signal,
      stdout,
      stderr: stdout,
    },
    apps.client,
    {
      async refresh() {
        current = read.shift() ?? current;
      },
      refreshMs: 1,
      stateOf: rowOf,
      text: bindings => bindings.map(rowOf).join(''),
    },
  );
  expect(written).toEqual([`${api} True\n`, `${api} False\n`]);
});
