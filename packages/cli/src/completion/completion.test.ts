import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from '../claims/__testUtils__/serviceCluster';
import { connectionArgs } from './addCompletion';
import { completionScript, shells } from './scripts';

const noCluster = () => {
  throw new Error('There is no cluster.');
};
const complete = async (...words: string[]) => {
  const ran = await runCommand(noCluster, ['__complete', '--', ...words]);
  expect(ran.error).toBeUndefined();
  return ran.stdout.split('\n').slice(0, -2);
};

describe('without a cluster', () => {
  it('offers commands', async () => {
    expect(await complete('')).toEqual([
      'completion',
      'connect',
      'create',
      'get',
      'trace',
    ]);
    expect(await complete('create', 'b')).toEqual(['backup', 'binding']);
    expect(await complete('completion', '')).toEqual([...shells].sort());
  });

  it('offers flags and their values', async () => {
    expect(await complete('get', 'credentials', '--a')).toEqual([
      '--allow-pipe',
    ]);
    expect(await complete('get', 'credentials', '-o', 'e')).toEqual(['env']);
  });

  it('offers no names, and reports no error', async () => {
    expect(await complete('get', 'credentials', '')).toEqual([]);
    expect(await complete('create', 'instance', '')).toEqual([]);
    expect(await complete('create', 'instance', 'x', '--plan', '')).toEqual([]);
  });
});

it('takes over the flags that select the cluster', () => {
  expect(
    connectionArgs(['get', '-n', 'a', '--context=b', 'x', '--kubeconfig']),
  ).toEqual(['-n', 'a', '--context', 'b']);
});

it.each(shells)('prints a script for %s', async shell => {
  const { stdout } = await runCommand(noCluster, ['completion', shell]);
  expect(stdout).toBe(completionScript(shell, 'klutch'));
  expect(stdout).toMatchSnapshot();
});

it('completes in bash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-completion-'));
  try {
    const program = join(folder, 'klutch');
    await writeFile(
      program,
      '#!/bin/sh\nshift 2\nprintf "%s\\n" "got:$*" :4\n',
    );
    await chmod(program, 0o755);
    const script = `${completionScript('bash', 'klutch')}
COMP_WORDS=(klutch get 'inst'); COMP_CWORD=2
_klutch_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    });
    expect(stdout).toBe('got:get inst\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
