/** The single file that `yarn bundle` makes, run in an empty folder. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scripts } from '../package.json';

jest.setTimeout(120_000);

const run = promisify(execFile);
let folder: string;
let file: string;
let report: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
  file = join(folder, 'kubectl-klutch.cjs');
  report = `${folder}.json`;
  const [, ...args] = scripts.bundle
    .replace('dist/kubectl-klutch.cjs', file)
    .split(' ');
  await run(
    process.execPath,
    [require.resolve('esbuild/bin/esbuild'), ...args, `--metafile=${report}`],
    {
      cwd: join(__dirname, '..'),
    },
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(report);
});

interface Metafile {
  inputs: Record<
    string,
    { imports: { path: string; kind: string; external?: boolean }[] }
  >;
}

/** The modules that run at the start of the entry point, whatever the command. */
function modulesAtStart({ inputs }: Metafile, entry: string): Set<string> {
  const found = new Set([entry]);
  // A set also visits what is added meanwhile.
  for (const module of found) {
    for (const { path, kind, external } of inputs[module]?.imports ?? []) {
      if (!external && kind !== 'dynamic-import') found.add(path);
    }
  }
  return found;
}

const klutch = (...args: string[]) =>
  run(process.execPath, [file, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });

it('is one file, which needs no other to print help and manifests', async () => {
  expect(await readdir(folder)).toEqual(['kubectl-klutch.cjs']);
  expect((await klutch('--help')).stdout).toContain('bind [options]');
  expect((await klutch('konnector', 'manifest')).stdout).toMatch(
    /kind: Deployment/,
  );
  expect((await klutch('backend', 'roles')).stdout).toMatch(
    /kind: ClusterRole/,
  );
});

// Each package here delays every command, help and completion.
it('loads only its own files and commander before a command runs', async () => {
  const metafile: Metafile = JSON.parse(await readFile(report, 'utf8'));
  const loaded = [...modulesAtStart(metafile, 'src/main.ts')];
  expect(loaded).toContain('src/program.ts');
  expect(
    loaded.filter(
      path =>
        !path.startsWith('src/') &&
        path !== 'package.json' &&
        !path.includes('node_modules/commander/'),
    ),
  ).toEqual([]);
});

it('names the next step when a provider or a cluster is missing', async () => {
  await expect(
    klutch('bind', 'https://bind.example', '--kubeconfig', '/nonexistent'),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*Check that it exists/),
  });
});
