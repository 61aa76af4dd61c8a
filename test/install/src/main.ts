/** `npm run test:install`: installs the tarballs into an app of the generator as the page says, and does the main job there. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pickPort } from '@klutch/local-processes';
import {
  defaultDir,
  startSandboxProcess,
  type SandboxProcess,
} from '@klutch/sandbox';
import { execa } from 'execa';
import { chromium } from 'playwright-core';
import { AppCluster } from './AppCluster';
import { checkConfiguration } from './checkConfiguration';
import { followStep } from './followPage';
import { generateApp } from './generateApp';
import { doMainJob } from './journey';
import { PackageRegistry } from './PackageRegistry';
import { readSteps, type FrontendSystem, type Phase, type Step } from './page';
import { startApp } from './startApp';
import { timed } from './timed';

const repository = dirname(defaultDir);
const results = join(repository, 'test-results/install');
const PAGE = 'docs/install-in-backstage.md';

const titleOf = (step: Step) =>
  step.kind === 'run'
    ? `${step.commands.split('\n')[0]?.slice(0, 70)}`
    : `${step.kind} ${step.file}`;

async function browse(url: string, app: string, system: FrontendSystem) {
  const browser = await chromium.launch({
    executablePath: process.env.KLUTCH_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1000 },
  });
  try {
    const kubeconfig = join(app, 'app-cluster.local.yaml');
    await doMainJob(page, url, { system, kubeconfig });
  } finally {
    const path = join(results, `${system}.png`);
    await page.screenshot({ path }).catch(() => undefined);
    await browser.close();
  }
}

/** An app of the generator. */
interface App {
  system: FrontendSystem;
  folder: string;
  /** Variables that the page asks for. */
  env: Record<string, string>;
}

const readPage = () => readFile(join(repository, PAGE), 'utf8');

/** Does the steps of the page, in the order of the page. */
async function followPage(
  { system, folder, env }: App,
  phase: Phase,
): Promise<void> {
  for (const step of readSteps(await readPage(), system, phase)) {
    await timed(titleOf(step), () => followStep(step, folder, env));
  }
}

/** Builds what the steps of the page changed. */
async function build({ folder }: App): Promise<void> {
  for (const command of ['tsc', 'build:all']) {
    await timed(`yarn ${command}`, () =>
      execa('yarn', [command], { cwd: folder }),
    );
  }
}

async function useApp(app: App): Promise<void> {
  const port = await pickPort();
  const backend = await timed('the start', () => startApp(app.folder, port));
  try {
    await timed('the main job in the browser', () =>
      browse(`http://localhost:${port}`, app.folder, app.system),
    );
    await followPage(app, 'use');
  } finally {
    await backend.stop();
  }
}

/** @param dir - an empty folder outside of this repository, whose node_modules would hide a missing dependency */
async function testInstallation(
  system: FrontendSystem,
  dir: string,
  registry: PackageRegistry,
  { state }: SandboxProcess,
): Promise<void> {
  const folder = join(dir, 'app');
  const cluster = await AppCluster.start({
    name: `apps-${system}`,
    dir: join(dir, 'app-cluster'),
    kubectl: state.kubectl,
    repository,
  });
  try {
    await timed('the generator', () =>
      generateApp({
        system,
        app: folder,
        registry: registry.url,
        repository,
      }),
    );
    const env = {
      CONTROL_PLANE: state.kubeconfigs.controlPlane,
      APP_CLUSTER: cluster.kubeconfig,
      PATH: `${dirname(state.kubectl)}${delimiter}${process.env.PATH}`,
    };
    const app = { system, folder, env };
    await followPage(app, 'install');
    await timed('the check of the configuration', async () =>
      checkConfiguration(folder, await readPage()),
    );
    await build(app);
    await useApp(app);
  } finally {
    await cluster.stop();
  }
}

async function main(system: string | undefined): Promise<void> {
  if (system !== 'new' && system !== 'classic') {
    throw new Error('Pass the frontend system of the app: new or classic.');
  }
  await mkdir(results, { recursive: true });
  const dir = await mkdtemp(join(tmpdir(), 'klutch-install-'));
  const registry = await PackageRegistry.start(
    join(repository, 'dist-packages'),
  );
  const sandbox = await timed('clusters', async () =>
    startSandboxProcess(join(dir, 'sandbox'), await pickPort()),
  );
  try {
    await timed(`The ${system} frontend system`, () =>
      testInstallation(system, dir, registry, sandbox),
    );
  } finally {
    await sandbox.interrupt();
    await registry.stop();
  }
  // Kept after a failure, for its logs.
  await rm(dir, { recursive: true, force: true });
}

main(process.argv[2]).then(
  () => process.exit(),
  error => {
    process.stderr.write(`${error.stack ?? error}\n`);
    process.exit(1);
  },
);
