import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireOwnership, findOwner, processStart } from './ownerLock';
import { useTemporaryDirs } from './testing/temporaryDir';

describe('the owner of a folder', () => {
  const temporaryDir = useTemporaryDirs();

  it('is this process until it lets go', async () => {
    const dir = join(temporaryDir(), 'new');
    const ownership = await acquireOwnership(dir, 'Cluster x');
    expect(ownership.recovered).toBe(false);
    expect(await findOwner(dir)).toMatchObject({ pid: process.pid });

    await ownership.release();
    expect(await findOwner(dir)).toBeUndefined();
    expect((await acquireOwnership(dir, 'Cluster x')).recovered).toBe(false);
  });

  it('is named to whoever comes second', async () => {
    const dir = temporaryDir();
    await acquireOwnership(dir, 'Cluster x');
    await expect(acquireOwnership(dir, 'Cluster x')).rejects.toThrow(
      new RegExp(
        `Cluster x is already running in ${dir}: process ${process.pid} .* Stop that one first`,
      ),
    );
  });

  it('is one only, when several come at once', async () => {
    const dir = temporaryDir();
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => acquireOwnership(dir, 'Cluster x')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      1,
    );
  });

  it('that vanished is replaced', async () => {
    const dir = temporaryDir();
    await acquireOwnership(dir, 'Cluster x');
    const gone = spawnSync('true').pid;
    changeOwner(dir, { pid: gone });
    expect((await acquireOwnership(dir, 'Cluster x')).recovered).toBe(true);
  });

  it('that vanished is replaced, even if another process has its pid now', async () => {
    const dir = temporaryDir();
    await acquireOwnership(dir, 'Cluster x');
    changeOwner(dir, { startedAt: 'long ago' });
    expect((await acquireOwnership(dir, 'Cluster x')).recovered).toBe(true);
  });

  function changeOwner(dir: string, change: object): void {
    const file = join(dir, 'owner.json');
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...owner, ...change }));
  }
});

describe('the start of a process', () => {
  it('tells processes apart, and is unknown when there is none', () => {
    expect(processStart(process.pid)).toBe(processStart(process.pid));
    expect(processStart(process.pid)).not.toBe(processStart(1));
    expect(processStart(spawnSync('true').pid)).toBeUndefined();
  });
});
