import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertDiskSpace,
  clusterPaths,
  loadIdentity,
  readState,
  saveState,
} from './clusterDirectory';
import { useTemporaryDirs } from './testing/temporaryDir';

const MIB = 1024 * 1024;

describe('the folder of a cluster', () => {
  const temporaryDir = useTemporaryDirs();

  it('keeps certificates and port from start to start', async () => {
    const paths = clusterPaths(temporaryDir());
    const first = await loadIdentity('x', paths);
    expect(first.port).toBeUndefined();
    saveState(paths, { port: 4711 });
    expect(await loadIdentity('x', paths)).toEqual({ ...first, port: 4711 });
    expect(await readState(paths)).toEqual({ port: 4711 });
  });

  it('makes the keys readable by the owner only', async () => {
    const paths = clusterPaths(join(temporaryDir(), 'cluster'));
    await loadIdentity('x', paths);
    const modes = [paths.caKey, paths.adminKey, paths.serviceAccountKey].map(
      file => statSync(file).mode % 0o1000,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('requires free disk space', async () => {
    await expect(
      assertDiskSpace('/data', async () => 12.7 * MIB),
    ).rejects.toThrow(
      'The disk of /data has 12 MiB free, a cluster needs 300 MiB. Free disk space there, or choose another folder.',
    );
    await expect(
      assertDiskSpace('/data', async () => 300 * MIB),
    ).resolves.toBeUndefined();
    await expect(assertDiskSpace(temporaryDir())).resolves.toBeUndefined();
  });
});
