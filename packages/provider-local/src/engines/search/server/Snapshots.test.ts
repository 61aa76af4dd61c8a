import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataChangedError } from '../../../errors';
import { packFolder } from '../../../host/folderArchive';
import { removeFolder, temporaryFolder } from '../../../testing/host';
import { AdminClient } from './AdminClient';
import { Snapshots } from './Snapshots';

describe('a restore whose server crashes', () => {
  const { signal } = new AbortController();
  let folder: string;
  let restored: string[];
  let locks: boolean[];
  beforeEach(async () => {
    folder = await temporaryFolder();
    restored = [];
    locks = [];
    await mkdir(join(folder, 'snapshots'));
    await mkdir(join(folder, 'content'));
    await writeFile(join(folder, 'content', 'index'), 'x');
    await packFolder(join(folder, 'content'), join(folder, 'file'), signal);
  });
  afterEach(() => removeFolder(folder));

  /** `restores` are the outcomes of requests to restore; `canUnlock`: whether users get their rights back. */
  const snapshotsWith = (restores: boolean[], canUnlock = true) => {
    const answer = (path: string) => {
      const [, repository = ''] =
        /klutch-(\w+)\/data\/_restore/.exec(path) ?? [];
      if (!repository) return;
      if (!restores.shift()) throw new Error('connect ECONNREFUSED');
      restored.push(repository);
    };
    const admin = {
      call: async (_: string, path: string) => {
        answer(path);
        return { status: 404, text: '' };
      },
      json: async (_: string, path: string) => {
        answer(path);
        return {
          snapshot: { state: 'SUCCESS', shards: { failed: 0 } },
          snapshots: [{ state: 'SUCCESS' }],
        };
      },
    } as unknown as AdminClient;
    return new Snapshots({
      context: { runAs: {} },
      admin,
      folder: join(folder, 'snapshots'),
      lock: async locked => {
        if (!locked && locks.includes(true) && !canUnlock)
          throw new Error('connect ECONNREFUSED');
        locks.push(locked);
      },
      retryMs: 1,
      attempts: 3,
    });
  };
  const restore = (snapshots: Snapshots) =>
    snapshots.restore({ file: join(folder, 'file'), restoreId: 'r' }, signal);
  const left = async () => (await readdir(join(folder, 'snapshots'))).sort();

  it('brings back the data once the server runs again', async () => {
    await expect(restore(snapshotsWith([false, false, true]))).rejects.toThrow(
      'ECONNREFUSED',
    );
    expect(restored).toEqual(['before']);
    expect(locks.at(-1)).toBe(false);
    expect(await left()).toEqual([]);
  });

  it('says that the data are incomplete when the server stays down, and the next start brings them back', async () => {
    const failure = await restore(snapshotsWith([])).catch(error => error);
    expect(failure).toBeInstanceOf(DataChangedError);
    expect(failure.message).toMatch(
      /data are incomplete\. Users can only read .*ECONNREFUSED/,
    );
    expect(restored).toEqual([]);
    expect(locks).toEqual([false, true]);
    expect(await left()).toEqual(['before', 'replacing-r', 'restore']);

    const wasDone = await snapshotsWith([true]).recoverRestores();

    expect(wasDone('r')).toBe(false);
    expect(restored).toEqual(['before']);
    expect(await left()).toEqual([]);
  });

  it('says that the data were restored when only the rights do not come back', async () => {
    await expect(restore(snapshotsWith([true], false))).rejects.toThrow(
      /^The data were restored\. Users can only read .*ECONNREFUSED/,
    );
    expect(restored).toEqual(['restore']);
  });

  it('brings back incomplete data before the next backup', async () => {
    await expect(restore(snapshotsWith([]))).rejects.toThrow(DataChangedError);
    await snapshotsWith([true]).dump(join(folder, 'dump'), signal);
    expect(restored).toEqual(['before']);
    expect(await left()).toEqual([]);
  });

  it('is done after its data have replaced the others', async () => {
    await writeFile(join(folder, 'snapshots', 'replaced-r'), '');
    const wasDone = await snapshotsWith([]).recoverRestores();
    expect([wasDone('r'), wasDone('other')]).toEqual([true, false]);
    expect(await left()).toEqual([]);
  });
});
