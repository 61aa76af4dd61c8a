import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderOwner, lockFolder } from './folderLock';
import { useTemporaryDirs } from './testing/temporaryDir';
import { waitFor } from './waitFor';

describe('the owner of a folder', () => {
  const temporaryDir = useTemporaryDirs();

  it('is this process until the folder is released', async () => {
    const dir = join(temporaryDir(), 'new');
    const lock = await lockFolder(dir, 'Cluster x');
    expect(await findFolderOwner(dir)).toMatchObject({ pid: process.pid });

    await lock.release();
    expect(await findFolderOwner(dir)).toBeUndefined();
    await lockFolder(dir, 'Cluster x');
  });

  it('is named in the error of a second process', async () => {
    const dir = temporaryDir();
    await lockFolder(dir, 'Cluster x');
    await expect(lockFolder(dir, 'Cluster x')).rejects.toThrow(
      new RegExp(
        `Cluster x is already running in ${dir}: process ${process.pid} .* Stop that one first`,
      ),
    );
  });

  it('is a single process among concurrent ones', async () => {
    const dir = temporaryDir();
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => lockFolder(dir, 'Cluster x')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      1,
    );
  });

  it.each([
    ['is gone', () => ({ pid: spawnSync('true').pid })],
    ['is gone, and another has its pid now', () => ({ startedAt: 'long ago' })],
  ])('is replaced when it %s', async (_how, change) => {
    const dir = temporaryDir();
    await lockFolder(dir, 'Cluster x');
    changeOwner(dir, change());
    await lockFolder(dir, 'Cluster x');
    expect(await findFolderOwner(dir)).toMatchObject({ pid: process.pid });
  });

  it('that crashed is replaced after the last of its programs has exited', async () => {
    const dir = temporaryDir();
    const program = spawn('sleep', ['60']);
    (await lockFolder(dir, 'Cluster x')).addProgram(program.pid ?? 0);
    changeOwner(dir, { startedAt: 'crashed' });

    let acquired = false;
    const next = lockFolder(dir, 'Cluster x').then(() => {
      acquired = true;
    });
    await waitFor(async () => (await findFolderOwner(dir)) !== undefined, {
      what: 'the next owner waits',
      timeoutMs: 5_000,
    });
    expect(acquired).toBe(false);
    program.kill('SIGKILL');
    await next;
  });

  it('that gave up waiting for programs leaves the list of programs to the next owner', async () => {
    const dir = temporaryDir();
    const program = spawn('sleep', ['60']);
    (await lockFolder(dir, 'Cluster x')).addProgram(program.pid ?? 0);
    changeOwner(dir, { startedAt: 'crashed' });
    const acquire = () =>
      lockFolder(dir, 'Cluster x', AbortSignal.abort(new Error('no time')));
    await expect(acquire()).rejects.toThrow('no time');
    await expect(acquire()).rejects.toThrow('no time');
    program.kill('SIGKILL');
  });

  function changeOwner(dir: string, change: object): void {
    const file = join(dir, 'owner.json');
    const owner = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...owner, ...change }));
  }
});
