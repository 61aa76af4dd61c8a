import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { startTestCluster } from './startTestCluster';

describe('a test cluster', () => {
  const temporaryDir = useTemporaryDirs();
  const { KLUTCH_LOCAL_BIN } = process.env;
  afterEach(() => {
    if (KLUTCH_LOCAL_BIN) process.env.KLUTCH_LOCAL_BIN = KLUTCH_LOCAL_BIN;
    else delete process.env.KLUTCH_LOCAL_BIN;
  });

  it('that cannot start leaves its logs only, in a folder that a later start removes', async () => {
    const programs = temporaryDir();
    for (const name of ['etcd', 'kube-apiserver', 'kube-controller-manager']) {
      writeFileSync(join(programs, name), '#!/bin/sh\nexit 3\n', {
        mode: 0o755,
      });
    }
    process.env.KLUTCH_LOCAL_BIN = programs;

    const error: Error = await startTestCluster('test', {}).then(
      () => new Error('it started'),
      reason => reason,
    );

    const dir =
      /Its log is (\S+)\/logs\/etcd.log/.exec(error.message)?.[1] ?? '';
    expect(basename(dir)).toMatch(/^klutch-cluster-/);
    expect(readdirSync(dir)).toEqual(['logs']);
    rmSync(dir, { recursive: true });
  });
});
