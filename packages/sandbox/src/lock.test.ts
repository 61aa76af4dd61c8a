import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layoutOf, type Layout } from './layout';
import { isLocked, acquireLock } from './lock';

describe('the lock of a sandbox folder', () => {
  let layout: Layout;

  beforeEach(async () => {
    layout = layoutOf(await mkdtemp(join(tmpdir(), 'klutch-lock-')));
  });
  afterEach(() => rm(layout.dir, { recursive: true, force: true }));

  it('reports that a sandbox already runs in the folder', async () => {
    const release = await acquireLock(layout);
    await expect(acquireLock(layout)).rejects.toThrow(
      /A sandbox already runs in .*--dir <folder> --port <port>/,
    );
    await expect(isLocked(layout)).resolves.toBe(true);
    await release();
    await expect(isLocked(layout)).resolves.toBe(false);
  });

  it('locks a folder at once when its owner has exited', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await mkdir(layout.lock);
    await writeFile(join(layout.dir, 'owner'), `${pid}`);
    const release = await acquireLock(layout);
    await expect(isLocked(layout)).resolves.toBe(true);
    await release();
  });

  it('locks a folder whose lock was left by a crash', async () => {
    await mkdir(layout.lock);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(layout.lock, longAgo, longAgo);
    await expect(isLocked(layout)).resolves.toBe(false);
    const release = await acquireLock(layout);
    await release();
  });
});
