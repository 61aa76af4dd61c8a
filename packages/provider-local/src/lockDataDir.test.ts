import { lockDataDir } from './lockDataDir';
import { removeFolder, temporaryFolder } from './testing/host';

describe('the lock of a data folder', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(() => removeFolder(dataDir));

  it('keeps a second provider out until the first has ended', async () => {
    const unlock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      /Another provider-local uses .*choose another folder with --data-dir/,
    );
    await unlock();
    const unlockAgain = await lockDataDir(dataDir);
    await unlockAgain();
  });
});
