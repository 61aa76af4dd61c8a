import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const bin = join(__dirname, '..', 'bin', 'kubectl-klutch');

/** Runs the program as users do, in a process of its own. */
const klutch = (...args: string[]) =>
  promisify(execFile)(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });

it('prints its help, named as kubectl calls it', async () => {
  const { stdout } = await klutch('--help');
  expect(stdout).toMatchSnapshot();
});

it.each([[[]], [['konnector']]])(
  'prints help to stdout without a command, as kubectl: %j',
  async args => {
    const { stderr, stdout } = await klutch(...args);
    expect(stdout).toMatch(/^Usage: kubectl klutch /);
    expect(stderr).toBe('');
  },
);

it('names the flags of all commands in the help of one', async () => {
  const { stdout } = await klutch('templates', 'list', '--help');
  expect(stdout).toMatch(/--kubeconfig, --context and -n .*klutch --help/);
});

it('fails with a next step on stderr, and prints nothing else', async () => {
  await expect(klutch('get', 'instances')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*--kubeconfig/),
  });
  await expect(klutch('gte')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /unknown command 'gte'[^]*Did you mean[^]*--help/,
    ),
  });
});
