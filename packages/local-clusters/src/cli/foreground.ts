/** `local-clusters up --foreground`: runs a cluster until a shutdown signal, or until one of its programs fails. */
import { startCluster } from '../cluster';
import { startCrossplane } from '../crossplane';
import { namedFolder } from './namedClusters';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const DAY_MS = 86_400_000;

/** Messages from a background run to the command that started it. */
export type Report =
  | { kind: 'progress'; text: string }
  | { kind: 'ready'; url: string; kubeconfigPath: string };

/** Runs the cluster; returns after an orderly stop. Throws, after stopping everything, on failure. */
export async function runInForeground(
  name: string,
  options: { crossplane?: boolean; report: (report: Report) => void },
): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  // The cluster's processes do not keep this process alive.
  const keepAlive = setInterval(() => undefined, DAY_MS);
  const onProgress = (text: string) =>
    options.report({ kind: 'progress', text });
  const stopRequested = new Promise<void>(resolve =>
    stop.signal.addEventListener('abort', () => resolve()),
  );
  try {
    const { signal } = stop;
    const cluster = await startCluster({
      name,
      dir: namedFolder(name),
      onProgress,
      signal: signal,
    });
    try {
      const failures = [cluster.failed];
      if (options.crossplane)
        failures.push(
          (await startCrossplane(cluster, { onProgress, signal })).failed,
        );
      options.report({
        kind: 'ready',
        url: cluster.url,
        kubeconfigPath: cluster.kubeconfigPath,
      });
      const failure = await Promise.race([stopRequested, ...failures]);
      if (failure) throw failure;
      onProgress(`${name}: stopping`);
    } finally {
      await cluster.stop();
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
  }
}
