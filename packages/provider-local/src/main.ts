/** The command line of the provider: runs until SIGTERM or Ctrl-C, then stops its servers in order. */
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import {
  createLogger,
  loadKubeConfig,
  setupSignalHandler,
  errorMessage,
} from '@klutch/kube';
import { destination } from 'pino';
import { startProviderLocal } from './provider';

interface Flags {
  kubeconfig: string;
  dataDir: string;
  logFile?: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
}

const command = new Command('provider-local')
  .description(
    'Reconciles ServiceInstance, ServiceBinding, Backup and Restore of dataservices.anynines.com on servers of this machine.',
  )
  .addOption(
    new Option('--kubeconfig <file>', 'kubeconfig of the control plane cluster')
      .env('KUBECONFIG')
      .makeOptionMandatory(),
  )
  .requiredOption(
    '--data-dir <dir>',
    'folder for servers and backups, kept between runs',
  )
  .option(
    '--log-file <file>',
    'append the log to this file instead of standard output',
  )
  .addOption(
    new Option('--log-level <level>', 'least severity that is logged')
      .choices(['debug', 'info', 'warn', 'error'])
      .default('info'),
  );

async function readKubeConfig(file: string) {
  try {
    return loadKubeConfig(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `The kubeconfig ${file} cannot be used: ${errorMessage(error)}. Name another one with --kubeconfig.`,
    );
  }
}

async function run(flags: Flags): Promise<void> {
  const logger = createLogger('provider-local', {
    level: flags.logLevel,
    destination: flags.logFile
      ? destination({ dest: flags.logFile, mkdir: true, sync: true })
      : undefined,
  });
  const signal = setupSignalHandler(logger);
  try {
    const provider = await startProviderLocal({
      kubeConfig: await readKubeConfig(flags.kubeconfig),
      dataDir: flags.dataDir,
      signal,
      logger,
    });
    await provider.stopped;
    logger.info({}, 'provider-local has ended, with all its servers');
  } catch (error) {
    if (signal.aborted) return;
    logger.error({ err: error }, 'provider-local cannot run');
    process.stderr.write(`provider-local: ${errorMessage(error)}\n`);
    process.exitCode = 1;
  }
}

void run(command.parse().opts<Flags>());
