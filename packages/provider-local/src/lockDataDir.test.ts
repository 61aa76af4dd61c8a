import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from './lockDataDir';
import { removeFolder, temporaryFolder } from './testing/postgresql';

const shortestStaleMs = 2_000;

describe('the lock of a data folder', () => {
  let dataDir: string;
  const lost: Error[] = [];
  const lock = () =>
    lockDataDir(dataDir, error => lost.push(error), shortestStaleMs);

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(() => removeFolder(dataDir));

  it('keeps a second provider out until the first has ended', async () => {
    const unlock = await lock();
    await expect(lock()).rejects.toThrow(
      /Another provider-local uses .*choose another folder with --data-dir/,
    );
    await unlock();
    const unlockAgain = await lock();
    await unlockAgain();
    expect(lost).toEqual([]);
  });

  it('of a killed provider is taken over', async () => {
    await mkdir(join(dataDir, 'provider-local.lock'));
    const unlock = await lock();
    await unlock();
    expect(lost).toEqual([]);
  });
});
