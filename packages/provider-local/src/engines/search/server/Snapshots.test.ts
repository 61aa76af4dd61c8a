import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

  /** `restores` are the outcomes of requests to restore. */
  const snapshotsWith = (restores: boolean[]) => {
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

  it('keeps what brings back the data until the server runs again', async () => {
    await expect(restore(snapshotsWith([]))).rejects.toThrow('ECONNREFUSED');
    expect(restored).toEqual([]);
    expect(await left()).toEqual(['before', 'replacing-r', 'restore']);

    const wasDone = await snapshotsWith([true]).recoverRestores();

    expect(wasDone('r')).toBe(false);
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
