/** `bind` interrupted at each step, and run again; the clusters and the provider are fakes. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { runProgram, type RunOptions } from '../__testUtils__/runProgram';
import { navigate } from './__testUtils__/navigate';
import {
  startReferenceProvider,
  type ReferenceProvider,
} from './__testUtils__/referenceProvider';
import { addBindCommands } from './addBindCommands';
import * as bindWork from './bindWork';
import { connectTenant } from './ControlPlaneTenant';

const api = 'databases.example.test';

jest.mock('./ControlPlaneTenant');

let provider: ReferenceProvider;
let apps: MemoryCluster;

beforeAll(async () => {
  // The control plane has exported the API, with a claim.
  const plane = new MemoryCluster();
  plane.objects.set(`apiserviceexports.klutch.anynines.com/cluster-x/${api}`, {
    metadata: { name: api },
    spec: {
      group: 'example.test',
      names: { plural: 'databases' },
      permissionClaims: [{ resource: 'secrets', version: 'v1' }],
    },
  });
  jest
    .mocked(connectTenant)
    .mockReturnValue({ client: plane.client, namespace: 'cluster-x' });
  const kubeconfig = JSON.stringify({
    'current-context': 'c',
    contexts: [
      { name: 'c', context: { cluster: 'c', namespace: 'cluster-x' } },
    ],
    clusters: [{ name: 'c', cluster: { server: 'https://plane.test' } }],
  });
  provider = await startReferenceProvider({ kubeconfig });
});
afterAll(() => provider.stop());
beforeEach(() => {
  apps = new MemoryCluster();
});

const image = '--konnector-image=registry.test/konnector:1';

interface BindOptions extends RunOptions {
  args?: string[];
  url?: string;
  browse?: (url: URL) => void;
}

const signInAt = (url: URL): void => {
  void navigate(url).catch(() => undefined);
};

const bind = ({
  args = [],
  browse = signInAt,
  url = provider.url,
  ...options
}: BindOptions = {}) =>
  runProgram(
    ['bind', url, '--konnector=install', image, ...args],
    (program, context) =>
      addBindCommands(program, context, async () => ({
        ...bindWork,
        openBrowser: async address => browse(address),
      })),
    async () => ({ client: apps.client, namespace: 'default' }),
    { answer: true, ...options },
  );

/** What a binding leaves on the app cluster. */
async function expectBound(): Promise<void> {
  const { error, stdout } = await bind();
  expect(error).toBeUndefined();
  expect(stdout).toBe(`apiservicebinding.klutch.anynines.com/${api} bound\n`);
  const ids = [...apps.objects.keys()];
  expect(ids.filter(id => id.startsWith('secrets/'))).toHaveLength(1);
  expect(ids).toContain(
    `apiservicebindings.klutch.anynines.com/klutch-bind/${api}`,
  );
  expect(ids).toContain('deployments.apps/klutch-bind/konnector');
}

it('at the discovery of the provider', async () => {
  const interruption = new AbortController();
  const silent = createServer(() => interruption.abort());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { error } = await bind({
    url: `http://127.0.0.1:${port}`,
    signal: interruption.signal,
  });
  silent.close();
  silent.closeAllConnections();
  expect(error?.message).toMatch(/AbortError/);
  expect(apps.writes).toEqual([]);
  await expectBound();
});

it('at the sign-in', async () => {
  const interruption = new AbortController();
  const { error } = await bind({
    browse: () => interruption.abort(),
    signal: interruption.signal,
  });
  expect(error?.message).toMatch(/Interrupted/);
  expect(apps.writes).toEqual(['create namespaces/klutch-bind']);
  await expectBound();
});

it('at the question about a claim', async () => {
  const { error } = await bind({
    answer: () => {
      throw new Error('Ctrl-C');
    },
  });
  expect(error?.message).toMatch(/Ctrl-C/);
  expect(apps.writes).toEqual(['create namespaces/klutch-bind']);
  await expectBound();
});

it('at each write, those of the konnector included', async () => {
  await expectBound();
  const complete = [...apps.objects.keys()].sort();
  const writes = [...apps.writes];
  expect(writes.length).toBeGreaterThan(15);
  for (const interrupted of writes) {
    apps = new MemoryCluster();
    apps.onWrite = write => {
      if (write === interrupted) throw new Error('Ctrl-C');
    };
    expect((await bind()).error?.message).toBe('Ctrl-C');
    apps.onWrite = () => undefined;
    await expectBound();
    expect([...apps.objects.keys()].sort()).toEqual(complete);
  }
});

const unbind = (args: string[] = [], client = apps.client) =>
  runProgram(
    ['unbind', api, '--yes', ...args],
    (program, context) =>
      addBindCommands(program, context, async () => ({
        ...bindWork,
        openBrowser: async () => undefined,
      })),
    async () => ({ client, namespace: 'default' }),
  );

it('of unbind at each write', async () => {
  const isOfApi = (id: string) =>
    id.includes('databases') && !id.startsWith('secrets/');
  await expectBound();
  expect([...apps.objects.keys()].filter(isOfApi)).toHaveLength(2);
  apps.writes.length = 0;
  expect((await unbind()).error).toBeUndefined();
  const writes = [...apps.writes];
  expect(writes).toHaveLength(2);
  for (const interrupted of writes) {
    apps = new MemoryCluster();
    await expectBound();
    apps.onWrite = write => {
      if (write === interrupted) throw new Error('Ctrl-C');
    };
    expect((await unbind()).error?.message).toBe('Ctrl-C');
    apps.onWrite = () => undefined;
    expect((await unbind()).stdout).toBe(`${api} unbound\n`);
    expect([...apps.objects.keys()].filter(isOfApi)).toEqual([]);
  }
});

it('refuses flags of bind <url> with apiservice', async () => {
  const { error, stderr } = await runProgram(
    ['bind', 'apiservice', '-f', 'x', '--refresh', '--no-browser'],
    (program, context) => addBindCommands(program, context),
    async () => ({ client: apps.client, namespace: 'default' }),
  );
  expect(error).toMatchObject({ exitCode: 1 });
  expect(stderr).toContain('--refresh, --no-browser');
});

it('writes nothing with --dry-run, and lets the app cluster check with --dry-run=server', async () => {
  const client = await bind({ args: ['--dry-run'] });
  expect(client.stdout).toContain('can be bound (dry run)');
  expect(apps.writes).toEqual([]);
  const server = await bind({ args: ['--dry-run=server'] });
  expect(server.stdout).toContain('can be bound (server dry run)');
  expect(apps.writes).toEqual(
    expect.arrayContaining([
      'apply deployments.apps/klutch-bind/konnector (dry run)',
      'create namespaces/klutch-bind (dry run)',
    ]),
  );
  expect(server.stderr).toContain('Not checked: the Secret and the bindings');
  expect(apps.objects.size).toBe(0);
});

it('names a missing image of the konnector before anybody signs in', async () => {
  const browse = jest.fn();
  const { error } = await bind({ args: ['--konnector-image='], browse });
  expect(error?.message).toMatch(/docker build .*--konnector-image/);
  expect(browse).not.toHaveBeenCalled();
  expect(apps.writes).toEqual([]);
});

it.each([
  ['--konnector=skip', /--konnector=install/],
  ['--token-file=x', /--token-file has no effect.*--non-interactive/],
  ['--issuer=https://id.test', /--issuer has no effect/],
])('refuses %s, which would have no effect', async (flag, message) => {
  const { error } = await bind({ args: [flag] });
  expect(error?.message).toMatch(message);
  expect(apps.writes).toEqual([]);
});

it('prints a QR code of the address when asked', async () => {
  const { stderr } = await bind({ args: ['--qr'] });
  expect(stderr).toMatch(/authorize\?[^]*▀/);
});

it('writes no Secret with --refresh when no binding uses the provider', async () => {
  const refreshing = await startReferenceProvider({ requests: [] });
  const { error } = await bind({ url: refreshing.url, args: ['--refresh'] });
  await refreshing.stop();
  expect(error?.message).toMatch(/No binding .* nothing was written/);
  expect(apps.writes).toEqual(['create namespaces/klutch-bind']);
});

it('renews only the credentials with --refresh, also at a backend that does not know of it', async () => {
  await expectBound();
  apps.writes.length = 0;
  const answer = jest.fn();
  const { error, stdout } = await bind({ args: ['--refresh'], answer });
  expect(error).toBeUndefined();
  expect(stdout).toBe(
    `apiservicebinding.klutch.anynines.com/${api} refreshed\n`,
  );
  expect(answer).not.toHaveBeenCalled();
  // The fake provider issues the same ones again.
  expect(apps.writes).toEqual([]);
});

it.each([
  ['tells when the konnector does not finish', '--timeout=0s', 'has not'],
  ['does not wait with --no-wait', '--no-wait', 'is being unbound. Run'],
])('unbind %s', async (_, flag, text) => {
  await expectBound();
  const key = `apiservicebindings.klutch.anynines.com/klutch-bind/${api}`;
  const binding = apps.objects.get(key);
  const { error, stdout } = await unbind([flag], {
    ...apps.client,
    // The konnector still holds it.
    get: async () => binding,
  } as unknown as typeof apps.client);
  expect(`${stdout}${error?.message}`).toContain(text);
  const roles = [...apps.objects.keys()].filter(id =>
    id.startsWith('clusterroles'),
  );
  expect(roles.some(id => id.includes('databases'))).toBe(true);
});
