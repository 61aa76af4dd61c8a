/**
 * Runs the commands of "Without the portal" in the README, word by word, on an app cluster of its own. The provider is
 * the sandbox: its portal serves the handshake, and none of its pages is used.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import fetchCookie from 'fetch-cookie';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  pickPort,
  startProcess,
  type ProcessHandle,
} from '@klutch/local-processes';
import {
  alice,
  PASSWORD,
  startSandboxProcess,
  type SandboxProcess,
} from '@klutch/sandbox';
import { navigate } from './binding/__testUtils__/navigate';

jest.setTimeout(600_000);

const root = join(__dirname, '../../..');
const apis = [
  'postgresqlinstances.anynines.com',
  'servicebindings.anynines.com',
];

/** The lines of the first fenced block below a heading of the README. */
async function commandsOf(heading: string): Promise<string[]> {
  const text = await readFile(join(root, 'README.md'), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
  return block.split('\n').filter(Boolean);
}

const hiddenField = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

/** What alice does in her browser: signs in, chooses the APIs and consents. */
async function signIn(address: string): Promise<void> {
  const browse = fetchCookie(fetch);
  const form = await browse(address);
  const signedIn = await browse(form.url, {
    method: 'POST',
    body: new URLSearchParams({ name: alice.name, password: PASSWORD }),
  });
  const choice = new URL('bind', signedIn.url);
  const session = new URL(signedIn.url).searchParams.get('s') ?? '';
  choice.searchParams.set('s', session);
  for (const api of apis) choice.searchParams.append('api', api);
  const consent = await (await browse(choice)).text();
  const answer = new URLSearchParams(
    ['s', 'csrf', 'shown'].map(name => [name, hiddenField(consent, name)]),
  );
  for (const api of apis) answer.append('api', api);
  const agreed = await browse(new URL(choice.pathname, choice), {
    method: 'POST',
    body: answer,
    redirect: 'manual',
  });
  await navigate(agreed.headers.get('location') ?? '');
}

describeLong('the README without the portal', () => {
  let folder: string;
  let sandbox: SandboxProcess;
  let cluster: LocalCluster;
  let konnector: ProcessHandle | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klutch-readme-'));
    await mkdir(join(folder, 'bin'));
    await symlink(
      join(__dirname, '../bin/kubectl-klutch'),
      join(folder, 'bin/klutch'),
    );
    sandbox = await startSandboxProcess(
      join(folder, 'sandbox'),
      await pickPort(),
    );
    cluster = await startCluster({ name: 'readme' });
  });
  afterAll(async () => {
    await konnector?.stop();
    await cluster?.stop();
    await sandbox?.interrupt();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a line as a reader would, with an answer to each address to sign in at; rejects with its output. */
  async function run(line: string): Promise<string> {
    const { kubectl, bindingUrl } = sandbox.state;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', line], {
      cwd: folder,
      env: {
        HOME: folder,
        KONNECTOR_IMAGE: 'registry.test/konnector:1',
        KUBECONFIG: cluster.kubeconfigPath,
        PATH: [join(folder, 'bin'), dirname(kubectl), process.env.PATH].join(
          delimiter,
        ),
        PROVIDER_URL: bindingUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let signingIn: Promise<void> | undefined;
    const collect = (chunk: Buffer) => {
      output += chunk;
      const [, address] = /^ +(http\S+authorize\S+)\n/m.exec(output) ?? [];
      if (!address || signingIn) return;
      signingIn = signIn(address);
      signingIn.catch(() => child.kill());
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const code = await new Promise(resolve => child.once('close', resolve));
    await signingIn;
    if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`);
    return output;
  }

  /** No pods run in this cluster, so the konnector runs beside it. */
  async function startKonnector(): Promise<void> {
    konnector = await startProcess({
      name: 'konnector',
      command: process.execPath,
      args: [
        join(root, 'konnector/bin/klutch-konnector'),
        ...['--kubeconfig', cluster.kubeconfigPath],
        '--health-address=127.0.0.1:0',
      ],
      env: { PATH: process.env.PATH },
      logFile: join(folder, 'konnector.log'),
    });
  }

  it('works exactly as printed', async () => {
    const outputs = new Map<string, string>();
    for (const line of await commandsOf('Without the portal')) {
      outputs.set(line, await run(line));
      if (line.includes('konnector install')) await startKonnector();
    }
    const outputOf = (command: string) =>
      [...outputs].find(([line]) => line.startsWith(command))?.[1];
    expect(outputOf('klutch konnector install')).toContain(
      'deployment/konnector applied',
    );
    for (const api of apis) expect(outputOf('klutch status')).toContain(api);
    expect(outputOf('klutch create instance')).toContain('ready');
    expect(await readFile(join(folder, 'orders.env'), 'utf8')).toMatch(
      /^POSTGRESQL_PASSWORD=.+$/m,
    );
    expect(outputOf('klutch connect')).toContain('(1 row)');
    expect(outputOf('klutch trace')).toContain('Every step is done.');
  });
});
