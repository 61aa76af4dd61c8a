/** Somebody who follows the README on an app cluster of their own, line by line; the sandbox is the provider. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startCluster, type LocalCluster } from '@klutch/local-clusters';
import { startProcess, type ProcessHandle } from '@klutch/local-processes';
import { defaultDir, type SandboxState } from '@klutch/sandbox';
import type { Page } from 'playwright-core';
import { logIn } from '../portalPages';

const root = join(defaultDir, '..');

/** The lines of the first fenced block below a heading of the README. */
export async function commandsOf(heading: string): Promise<string[]> {
  const text = await readFile(join(root, 'README.md'), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
  return block.split('\n').filter(Boolean);
}

/** Signs in at the address that `klutch bind` prints, chooses the APIs and consents. */
export async function chooseApis(
  page: Page,
  address: string,
  apis: readonly string[],
): Promise<void> {
  await page.goto(address);
  await logIn(page, 'alice');
  for (const api of apis) {
    await page.locator(`input[type=checkbox][value="${api}"]`).check();
  }
  await page.getByRole('button', { name: 'Review permission claims' }).click();
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/^http:\/\/127\.0\.0\.1/);
}

export class ReadmeReader {
  #konnector?: ProcessHandle;

  private constructor(
    /** Where the commands run. */
    readonly folder: string,
    private readonly cluster: LocalCluster,
    private readonly provider: SandboxState,
  ) {}

  static async start(provider: SandboxState): Promise<ReadmeReader> {
    const folder = await mkdtemp(join(tmpdir(), 'klutch-readme-'));
    await mkdir(join(folder, 'bin'));
    await symlink(
      join(root, 'packages/cli/bin/kubectl-klutch'),
      join(folder, 'bin/klutch'),
    );
    const cluster = await startCluster({ name: 'readme' });
    return new ReadmeReader(folder, cluster, provider);
  }

  async stop(): Promise<void> {
    await this.#konnector?.stop();
    await this.cluster.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs a line in a shell.
   *
   * @param signIn - called with an address to sign in at that the line prints
   * @returns the output
   * @throws Error with the output when the line fails
   */
  async run(
    line: string,
    signIn: (address: string) => Promise<void>,
  ): Promise<string> {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', line], {
      cwd: this.folder,
      env: this.#environment(),
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

  #environment(): NodeJS.ProcessEnv {
    const { bindingUrl, kubectl } = this.provider;
    const path = [join(this.folder, 'bin'), dirname(kubectl), process.env.PATH];
    return {
      HOME: this.folder,
      KONNECTOR_IMAGE: 'registry.test/konnector:1',
      KUBECONFIG: this.cluster.kubeconfigPath,
      PATH: path.join(delimiter),
      PROVIDER_URL: bindingUrl,
    };
  }

  /** No pods run in the cluster, so the konnector runs beside it. */
  async startKonnector(): Promise<void> {
    this.#konnector = await startProcess({
      name: 'konnector',
      command: process.execPath,
      args: [
        join(root, 'konnector/bin/klutch-konnector'),
        ...['--kubeconfig', this.cluster.kubeconfigPath],
        '--health-address=127.0.0.1:0',
      ],
      env: { PATH: process.env.PATH },
      logFile: join(this.folder, 'konnector.log'),
    });
  }
}
