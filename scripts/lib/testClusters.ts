// Runs the pool of clusters that test suites share (packages/local-clusters/src/pool).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root';

const script = 'packages/local-clusters/src/pool/serve.ts';

/** A seventh less CPU time of API servers and etcd, for about 200 MB more memory each. */
const fewerCollections = { GOGC: '400' };

/** Runs `work` with the environment variables of a pool of clusters and for clusters that suites start themselves, and stops the pool afterwards. */
export async function withTestClusters<T>(
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'klutch-pool-'));
  const socket = join(folder, 'socket');
  // The pool stops when its standard input closes, however this process ends.
  const pool = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, script), socket],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...fewerCollections },
    },
  );
  const ended = once(pool, 'exit');
  try {
    await Promise.race([once(pool.stdout, 'data'), ended]);
    return await work({ KLUTCH_TEST_CLUSTERS: socket, ...fewerCollections });
  } finally {
    pool.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
