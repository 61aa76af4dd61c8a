import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import {
  findFolderOwner,
  processStartTime,
  waitFor,
} from '@klutch/local-processes';
import { describeLong } from '../testing/describeLong';
import { killAndWait, useScripts } from '../testing/scriptProcess';
import { useTemporaryDirs } from '../testing/temporaryDir';

jest.setTimeout(120_000);

const launcher = require.resolve('@klutch/local-clusters/bin/local-clusters');

describeLong('the local-clusters command', () => {
  const temporaryDir = useTemporaryDirs();
  const runScript = useScripts();

  it('starts a background cluster, gives access to it and stops it', async () => {
    const folder = temporaryDir();
    const env = { ...process.env, KLUTCH_CLUSTERS: folder };
    const command = (...args: string[]) =>
      execa(process.execPath, [launcher, ...args], { env });
    const dir = join(folder, 'try');

    expect((await command('status')).stdout).toContain('No clusters in');
    const up = await command('up', 'try');
    try {
      expect(up.stdout).toMatch(
        /Cluster try is ready at https:\/\/127[^]*KUBECONFIG=.*\/try\/kubeconfig/,
      );
      expect(up.stderr).toContain('try: starting etcd');
      await expect(command('up', 'try')).rejects.toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('Cluster try is already running'),
      });
      expect((await command('status', 'try')).stdout).toContain('running');

      const admin = parse((await command('kubeconfig', 'try')).stdout);
      expect(admin.users[0].name).toBe('klutch-admin');
      const path = (await command('kubeconfig', 'try', '--path')).stdout;
      expect(path).toBe(join(dir, 'kubeconfig'));
      const bob = parse(
        (await command('kubeconfig', 'try', '--user', 'bob', '--group', 'a'))
          .stdout,
      );
      expect(bob.users[0].name).toBe('bob');
    } finally {
      const owner = await findFolderOwner(dir);
      const down = await command('down', 'try');
      expect(down.stdout).toBe('Cluster try is stopped.');
      const pids = [owner, ...(owner?.programs ?? [])].map(p => p?.pid ?? 0);
      expect(pids).toHaveLength(4);
      await waitFor(() => pids.every(pid => !processStartTime(pid)), {
        what: 'all of its processes are gone',
        timeoutMs: 10_000,
      });
    }
    expect((await command('status')).stdout).toContain('stopped');
    expect((await command('down', 'try', '--delete')).stdout).toContain(
      'was not running',
    );
    expect(existsSync(dir)).toBe(false);
  });

  it('stops the start when the waiting command is killed', async () => {
    const folder = temporaryDir();
    const dir = join(folder, 'try');
    const up = await runScript(launcher, ['up', 'try'], {
      env: { ...process.env, KLUTCH_CLUSTERS: folder },
      stream: 'stderr',
      until: /starting kube-apiserver/,
    });
    const owner = await findFolderOwner(dir);
    const pids = [owner, ...(owner?.programs ?? [])].map(p => p?.pid ?? 0);
    expect(pids.length).toBeGreaterThan(1);

    await killAndWait(up.child);
    await waitFor(() => !pids.some(processStartTime), {
      what: 'its processes are gone',
      timeoutMs: 20_000,
    });
    expect(await findFolderOwner(dir)).toBeUndefined();
  });

  it('reports failures as messages', async () => {
    const failing = execa(
      process.execPath,
      [launcher, 'kubeconfig', 'nothing'],
      { env: { ...process.env, KLUTCH_CLUSTERS: temporaryDir() } },
    );
    await expect(failing).rejects.toMatchObject({
      exitCode: 1,
      stderr:
        'There is no cluster nothing. Start it with: local-clusters up nothing',
    });
  });
});
