/** `migrate`: from the reference's konnector and backend to ours, and back. */
import { Option, type Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { outputOption } from '../output/outputOption';
import { migrateWork, type MigrateWork } from './migrateWork';
import type { MigrateBackendFlags } from './runMigrateBackend';
import type { MigrateCheckFlags } from './runMigrateCheck';
import type { MigrateKonnectorFlags } from './runMigrateKonnector';

const toOption = (text: string): Option =>
  new Option('--to <implementation>', text).choices(['klutch', 'reference']);

function addCheck(
  migrate: Command,
  context: CommandContext,
  work: MigrateWork,
): void {
  migrate
    .command('check')
    .summary('report what another konnector would do to data')
    .description(
      'Reports what the other konnector would delete or overwrite, and what ours leaves on bindings. Changes nothing; ends with 1 when there is a reason not to change the konnector.',
    )
    .addOption(
      toOption('konnector to change to (default: the one not installed)'),
    )
    .addOption(outputOption(['yaml', 'json']))
    .action(async (_flags, command: Command) => {
      const flags = command.opts<MigrateCheckFlags>();
      await withCluster(context, command, ({ client }) =>
        work.runMigrateCheck(context, client, flags),
      );
    });
}

function addKonnector(
  migrate: Command,
  context: CommandContext,
  work: MigrateWork,
): void {
  migrate
    .command('konnector')
    .summary('replace the konnector of the app cluster')
    .description(
      'Checks, stops the konnector, starts the other one and waits for the bindings. Run it again after an interruption: it goes on where it ended.',
    )
    .addOption(toOption('konnector to change to').makeOptionMandatory())
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'check, and print the steps')
    .option('--accept-loss', 'go on although the check found problems')
    .option(
      '--delete-old',
      "with --to klutch: delete the reference's kept Deployment and role at last",
    )
    .option(
      '--image <image>',
      "container image of our konnector (default: that of this program's version)",
    )
    .option(
      '--timeout <duration>',
      'how long to wait, such as 90s or 10m',
      '10m',
    )
    .action(async (_flags, command: Command) => {
      const flags = command.opts<MigrateKonnectorFlags>();
      await withCluster(context, command, ({ client }) =>
        work.runMigrateKonnector(context, client, flags),
      );
    });
}

function addBackend(
  migrate: Command,
  context: CommandContext,
  work: MigrateWork,
): void {
  migrate
    .command('backend')
    .summary('list what to do before the binding backend is replaced')
    .description(
      'Lists what to do on the control plane, to which --context has to lead, before its binding backend is replaced. Changes nothing; ends with 1 when something is to be done.',
    )
    .addOption(toOption('backend to change to').default('klutch'))
    .addOption(outputOption(['yaml', 'json']))
    .action(async (_flags, command: Command) => {
      const flags = command.opts<MigrateBackendFlags>();
      await withCluster(context, command, ({ client }) =>
        work.runMigrateBackend(context, client, flags),
      );
    });
}

/**
 * Adds the commands to the program.
 *
 * @param work - what the commands do
 */
export function addMigrateCommands(
  program: Command,
  context: CommandContext,
  work: MigrateWork = migrateWork,
): void {
  const migrate = program
    .command('migrate')
    .summary(
      "change from the reference's konnector and backend to ours, and back",
    )
    .description(
      'Both implementations of konnector and binding backend use the same objects, so either can replace the other.',
    );
  addCheck(migrate, context, work);
  addKonnector(migrate, context, work);
  addBackend(migrate, context, work);
}
