import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { KubeClient } from '@klutch/kube';
import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { runProgram } from '../__testUtils__/runProgram';
import { addBindCommands } from '../binding/addBindCommands';
import { runCommand } from '../claims/__testUtils__/serviceCluster';
import { KlutchCommand } from '../KlutchCommand';
import { addCompletion, connectionArgs } from './addCompletion';
import * as completionWork from './clusterNames';
import { completionScript, shells, type Shell } from './scripts';

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

  it('offers the values of a flag after =, also as bash splits it', async () => {
    expect(await complete('get', 'credentials', '--output=e')).toEqual(['env']);
    const words = ['get', 'credentials', '--output', '='];
    expect(await complete(...words)).toContain('env');
    expect(await complete(...words, 'e')).toEqual(['env']);
  });

  it('leaves names of files to the shell', async () => {
    const flag = ['trace', '--control-plane-kubeconfig'];
    const { stdout } = await runCommand(noCluster, [
      ...['__complete', '--', ...flag, ''],
    ]);
    expect(stdout).toBe(':0\n');
  });

  it('offers no names, and reports no error', async () => {
    expect(await complete('get', 'credentials', '')).toEqual([]);
    expect(await complete('create', 'instance', '')).toEqual([]);
    expect(await complete('create', 'instance', 'x', '--plan', '')).toEqual([]);
  });
});

it('offers no names of a cluster that does not answer', async () => {
  const signal = AbortSignal.timeout(1);
  const client = { raw: () => new Promise(() => undefined) };
  const names = completionWork.clusterNames(
    new KlutchCommand('create'),
    async () => ({
      client: client as unknown as KubeClient,
      namespace: 'default',
    }),
    {},
    signal,
  );
  expect(await names.services()).toEqual([]);
  expect(await names.claims(['instance'])).toEqual([]);
});

describe('on a cluster', () => {
  const bound = ['caches.example.test', 'databases.example.test'];
  const apps = new MemoryCluster();
  for (const name of bound) {
    apps.objects.set(`apiservicebindings.klutch.anynines.com/${name}`, {
      metadata: { name },
    });
  }
  const offer = async (...words: string[]) => {
    const { stdout } = await runProgram(
      ['__complete', '--', ...words],
      (program, context) => {
        program.option('--kubeconfig <file>').option('--context <name>');
        program.command('create');
        addBindCommands(program, context);
        addCompletion(program, context, async () => completionWork);
      },
      async () => ({ client: apps.client, namespace: 'default' }),
    );
    return stdout.split('\n').slice(0, -2);
  };

  it.each([
    [['status', ''], bound],
    [['approve', 'd'], ['databases.example.test']],
    [['approve', 'databases.example.test', ''], []],
    [['unbind', 'caches.example.test', ''], ['databases.example.test']],
  ])('offers the bindings of %j', async (words, expected) => {
    expect(await offer(...words)).toEqual(expected);
  });

  it('offers the contexts of the kubeconfig', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'klutch-completion-'));
    try {
      const file = join(folder, 'config');
      const context = { cluster: 'c', user: 'u' };
      const contexts = ['dev', 'prod'].map(name => ({ name, context }));
      const kubeconfig = { clusters: [], users: [], contexts };
      await writeFile(file, JSON.stringify(kubeconfig));
      expect(
        await offer('--kubeconfig', file, 'status', '--context', ''),
      ).toEqual(['dev', 'prod']);
    } finally {
      await rm(folder, { recursive: true });
    }
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

/** What each shell needs to complete the line "klutch get inst", and to print what it found. */
const sessions: Record<Shell, (script: string) => string> = {
  bash: script => `${script}
COMP_WORDS=(klutch get 'inst'); COMP_CWORD=2
_klutch_complete; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion needs the editor of an interactive zsh; these functions take its place.
  zsh: script => `compdef() { :; }; compadd() { printf '%s\\n' "\${(@P)2}"; }
${script}
words=(klutch get inst); CURRENT=3; _klutch_complete`,
  fish: script => `${script}
complete -C 'klutch get inst'`,
};

const isInstalled = (shell: Shell): boolean =>
  spawnSync(shell, ['-c', 'exit 0']).error === undefined;

it.each(shells.filter(isInstalled))('completes a line in %s', async shell => {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-completion-'));
  try {
    const program = join(folder, 'klutch');
    await writeFile(
      program,
      '#!/bin/sh\nshift 2\nprintf "%s\\n" "got:$*" :4\n',
    );
    await chmod(program, 0o755);
    const session = sessions[shell](completionScript(shell, 'klutch'));
    const { stdout } = spawnSync(shell, ['-c', session], {
      encoding: 'utf8',
      env: { HOME: folder, PATH: `${folder}${delimiter}${process.env.PATH}` },
    });
    expect(stdout).toBe('got:get inst\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
