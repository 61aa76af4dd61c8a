// Runs the pool of clusters that test suites share (packages/local-clusters/src/pool).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root';

const script = 'packages/local-clusters/src/pool/serve.ts';

/**
 * Less CPU time of API servers and etcd: with fewer collections of garbage a seventh, for about 200 MB more memory each;
 * on one thread, because the machine's cores are busy with other programs, up to a third.
 */
export const thriftyServers = { GOGC: '400', GOMAXPROCS: '1' };

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
      env: { ...process.env, ...thriftyServers },
    },
  );
  const ended = once(pool, 'exit');
  try {
    await Promise.race([once(pool.stdout, 'data'), ended]);
    return await work({ KLUTCH_TEST_CLUSTERS: socket, ...thriftyServers });
  } finally {
    pool.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
