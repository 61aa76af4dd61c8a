/** `local-clusters up` and `down`: starts and ends the foreground command as a separate process. */
import { fork } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderOwner, readLogTail, waitFor } from '@klutch/local-processes';
import type { Report } from './foreground';
import { namedFolder } from './namedClusters';

const STOP_TIMEOUT_MS = 60_000;

/**
 * Starts a cluster that outlives this process. Returns when the cluster is ready.
 *
 * @throws Error with the last lines of its output when the start failed.
 */
export async function startInBackground(
  name: string,
  options: { crossplane?: boolean; onProgress: (text: string) => void },
): Promise<{ url: string; kubeconfigPath: string }> {
  const dir = namedFolder(name);
  const owner = await findFolderOwner(dir);
  if (owner) {
    throw new Error(
      `Cluster ${name} is already running (process ${owner.pid}, since ${owner.since}). ` +
        `See it with: local-clusters status ${name}. Stop it with: local-clusters down ${name}`,
    );
  }
  const logFile = join(dir, 'logs', 'local-clusters.log');
  mkdirSync(join(dir, 'logs'), { recursive: true, mode: 0o700 });
  const log = openSync(logFile, 'w', 0o600);
  const launcher = process.argv[1];
  if (!launcher)
    throw new Error(
      'This command cannot determine its own file, so it cannot start a background process.',
    );
  const args = [
    'up',
    name,
    '--foreground',
    ...(options.crossplane ? ['--crossplane'] : []),
  ];
  const child = fork(launcher, args, {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (report: Report) => {
        if (report.kind === 'progress') options.onProgress(report.text);
        else resolve(report);
      });
      child.once('error', reject);
      child.once('exit', () =>
        readLogTail(logFile, 30).then(lines =>
          reject(new Error(lines.join('\n') || `See ${logFile}.`)),
        ),
      );
    });
  } finally {
    child.removeAllListeners();
    if (child.connected) child.disconnect();
    child.unref();
  }
}

/**
 * Ends the process that runs a cluster and waits until the cluster has stopped. Returns false when the cluster was
 * not running.
 */
export async function stopInBackground(name: string): Promise<boolean> {
  const dir = namedFolder(name);
  const owner = await findFolderOwner(dir);
  if (!owner) return false;
  process.kill(owner.pid, 'SIGTERM');
  await waitFor(async () => (await findFolderOwner(dir)) === undefined, {
    what: `process ${owner.pid} has stopped cluster ${name}`,
    timeoutMs: STOP_TIMEOUT_MS,
  });
  return true;
}
