/** The single file that `yarn bundle` makes, run in an empty folder. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scripts } from '../package.json';

jest.setTimeout(120_000);

const run = promisify(execFile);
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
  file = join(folder, 'kubectl-klutch.cjs');
  const [, ...args] = scripts.bundle
    .replace('dist/kubectl-klutch.cjs', file)
    .split(' ');
  await run(
    process.execPath,
    [require.resolve('esbuild/bin/esbuild'), ...args],
    {
      cwd: join(__dirname, '..'),
    },
  );
});
afterAll(() => rm(folder, { recursive: true }));

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

it('names the next step when a provider or a cluster is missing', async () => {
  await expect(
    klutch('bind', 'https://bind.example', '--kubeconfig', '/nonexistent'),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*Check that it exists/),
  });
});
