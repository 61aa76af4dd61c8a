/** The konnector as a command: flags in, signals in, logs out. */
import {
  collectProcessMetrics,
  createLogger,
  loadOwnKubeConfig,
} from '@klutch/kube';
import { Registry } from 'prom-client';
import { admissionPolicyCommand } from '../admission/command';
import { startKonnector } from '../konnector';
import type { Konnector } from '../KonnectorOptions';
import { createKonnectorMetrics } from '../metrics/createKonnectorMetrics';
import { konnectorVersion } from '../version';
import { followAccess } from './followAccess';
import { konnectorCommand } from './flags';
import type { Settings } from './settings';
import { startProbes } from './probes';

async function run(settings: Settings): Promise<void> {
  const { kubeconfig, remote, lease, heartbeat, rate } = settings;
  const { concurrency, resyncMs, shard } = settings;
  const logger = createLogger('konnector', { level: settings.logLevel });
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      logger.info({ signal: name }, 'stopping');
      stop.abort();
    });
  }
  const home = loadOwnKubeConfig(kubeconfig);
  const registry = new Registry();
  collectProcessMetrics(registry);
  let konnector: Konnector | undefined;
  // First, so that a wrong address is found before anything is written.
  const probes = await startProbes({
    ...settings,
    registry,
    signal: stop.signal,
    health: () =>
      konnector?.health() ?? { ready: false, waitsFor: 'Starting.' },
  });
  try {
    logger.info(
      { version: konnectorVersion, health: probes.address },
      'the konnector starts',
    );
    const started = startKonnector({
      appCluster: remote ? { controlPlane: home, ...remote } : home,
      signal: stop.signal,
      logger,
      lease,
      heartbeat,
      rate,
      concurrency,
      resyncMs,
      shard,
      metrics: createKonnectorMetrics(registry),
    });
    konnector = started;
    followAccess(
      { file: kubeconfig, kubeConfig: home },
      { follower: started, signal: stop.signal, logger },
    );
    await started.stopped;
  } finally {
    await probes.close();
  }
}

/**
 * Runs the command; resolves when it has ended in good order. A failure ends the process with 1 at once: requests to a
 * cluster that does not answer, and whatever follows files, would keep it.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    await konnectorCommand(run)
      .addCommand(admissionPolicyCommand(text => process.stdout.write(text)))
      .parseAsync(argv);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`klutch-konnector: ${message}\n`, () => {
      // eslint-disable-next-line no-restricted-syntax -- ending the process is what this is for
      process.exit(1);
    });
  }
}
