import { mkdtemp, rm } from 'node:fs/promises';
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
});
