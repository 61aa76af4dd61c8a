/** The command line of the provider. A run ends in order: first the controllers, then the servers. */
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  createLogger,
  loadKubeConfig,
  logUnhandledRejections,
  setupSignalHandler,
  errorMessage,
} from '@klutch/kube';
import { destination } from 'pino';
import { engines } from './engines';
import { downloadBackup } from './host/downloadBackup';
import { startProviderLocal } from './provider';

interface Flags {
  kubeconfig: string;
  dataDir: string;
  backupKeyFile?: string;
  backupRetentionDays?: number;
  logFile?: string;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
}

interface DownloadFlags {
  dataDir: string;
  backup: string;
  output: string;
  backupKeyFile?: string;
}

async function readKubeConfig(file: string) {
  try {
    return loadKubeConfig(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `The kubeconfig ${file} cannot be used: ${errorMessage(error)}. Name another one with --kubeconfig.`,
    );
  }
}

/** A log on a full disk loses lines, and does not end the program as pino's defaults do. */
function logDestination(file: string | undefined) {
  const dest = file ?? process.stdout.fd;
  const maxLength = 1024 * 1024;
  return destination({ dest, maxLength, mkdir: true, sync: true }).on(
    'error',
    () => {},
  );
}

async function run(flags: Flags): Promise<void> {
  const logger = createLogger('provider-local', {
    level: flags.logLevel,
    destination: logDestination(flags.logFile),
  });
  const signal = setupSignalHandler(logger);
  logUnhandledRejections(logger);
  try {
    const provider = await startProviderLocal({
      kubeConfig: await readKubeConfig(flags.kubeconfig),
      dataDir: flags.dataDir,
      backupKeyFile: flags.backupKeyFile,
      backupRetentionDays: flags.backupRetentionDays,
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

async function download(flags: DownloadFlags): Promise<void> {
  try {
    await downloadBackup({
      ...flags,
      types: engines.map(({ type }) => type),
      backupId: flags.backup,
      file: flags.output,
    });
    process.stdout.write(`${flags.output} holds the data of the backup.\n`);
  } catch (error) {
    process.stderr.write(`provider-local: ${errorMessage(error)}\n`);
    process.exitCode = 1;
  }
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0) return days;
  throw new InvalidArgumentError('It must be a whole number of days.');
}

const dataDirOption = () =>
  new Option(
    '--data-dir <dir>',
    'folder for servers and backups, kept between runs',
  ).makeOptionMandatory();
const backupKeyFileOption = () =>
  new Option(
    '--backup-key-file <file>',
    'file with the key of backups (default: backup-key in the data folder)',
  );

const program = new Command('provider-local').description(
  'Reconciles ServiceInstance, ServiceBinding, Backup and Restore of dataservices.anynines.com on servers of this machine.',
);
program
  .command('run', { isDefault: true })
  .description('run until SIGTERM or Ctrl-C')
  .addOption(
    new Option('--kubeconfig <file>', 'kubeconfig of the control plane cluster')
      .env('KUBECONFIG')
      .makeOptionMandatory(),
  )
  .addOption(dataDirOption())
  .addOption(backupKeyFileOption())
  .option(
    '--backup-retention-days <days>',
    'remove the data of older backups (default: keep them)',
    parseDays,
  )
  .option(
    '--log-file <file>',
    'append the log to this file instead of standard output',
  )
  .addOption(
    new Option('--log-level <level>', 'least severity that is logged')
      .choices(['debug', 'info', 'warn', 'error'])
      .default('info'),
  )
  .action(run);
program
  .command('download-backup')
  .description(
    "write the data of a backup, in the format of its service's tools",
  )
  .requiredOption(
    '--backup <uid>',
    'metadata.uid of the object of backups.dataservices.anynines.com',
  )
  .requiredOption('--output <file>', 'file to write, readable by you alone')
  .addOption(dataDirOption())
  .addOption(backupKeyFileOption())
  .action(download);

void program.parseAsync();
