/** The konnector's CLI: flags, signal handling, logs. */
import {
  collectProcessMetrics,
  createLogger,
  exitWithError,
  followKubeConfigOrInCluster,
  loadKubeConfigOrInCluster,
  logUnhandledRejections,
  setupSignalHandler,
} from '@klutch/kube';
import { Registry } from 'prom-client';
import { admissionPolicyCommand } from '../admission/command';
import { beforeLeavingCommand } from '../migrationCheck/command';
import { startKonnector } from '../konnector';
import type { Konnector } from '../KonnectorOptions';
import { createKonnectorMetrics } from '../metrics/createKonnectorMetrics';
import { bindingRolesCommand, remoteRolesCommand } from '../roles/command';
import { konnectorVersion } from '../version';
import { remoteSettings } from './controlPlaneFlags';
import { konnectorCommand } from './flags';
import type { Settings } from './settings';
import { startProbes } from './probes';

async function run(settings: Settings): Promise<void> {
  const { kubeconfig, remote, lease, heartbeat, rate } = settings;
  const { concurrency, resyncMs, shard } = settings;
  const logger = createLogger('konnector', { level: settings.logLevel });
  const signal = setupSignalHandler(logger);
  const rejections = logUnhandledRejections(logger);
  const ownKubeConfig = loadKubeConfigOrInCluster(kubeconfig);
  const registry = new Registry();
  collectProcessMetrics(registry);
  let konnector: Konnector | undefined;
  // Starts first, so that an unusable address is reported before anything is written.
  const probes = await startProbes({
    ...settings,
    registry,
    liveChecks: [rejections],
    signal,
    health: () =>
      konnector?.health() ?? { ready: false, waitingFor: 'Starting.' },
  });
  try {
    logger.info(
      { version: konnectorVersion, health: probes.address },
      'starting the konnector',
    );
    const started = startKonnector({
      appCluster: remote
        ? { controlPlane: ownKubeConfig, ...remote }
        : ownKubeConfig,
      signal,
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
    followKubeConfigOrInCluster({
      file: kubeconfig,
      kubeConfig: ownKubeConfig,
      follower: started,
      signal,
      logger,
    });
    await started.stopped;
  } finally {
    await probes.close();
  }
}

/** Runs the command; resolves when it has ended without an error. An error exits the process with code 1. */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    const print = (text: string) => process.stdout.write(text);
    const warn = (line: string) => process.stderr.write(`${line}\n`);
    await konnectorCommand(run)
      .addCommand(admissionPolicyCommand(print))
      .addCommand(remoteRolesCommand(print))
      .addCommand(
        bindingRolesCommand({ print, warn, remoteOf: remoteSettings }),
      )
      .addCommand(beforeLeavingCommand(print, remoteSettings))
      .parseAsync(argv);
  } catch (error) {
    exitWithError('klutch-konnector', error);
  }
}
