/** `migrate`: from the reference's konnector and backend to ours, and back. */
import { Option, type Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { dryRunOption } from '../output/dryRunOption';
import { outputOption } from '../output/outputOption';
import type { MigrateBackendFlags } from './runMigrateBackend';
import type { MigrateCheckFlags } from './runMigrateCheck';
import type { MigrateKonnectorFlags } from './runMigrateKonnector';

/** What the commands do. */
export type MigrateWork = typeof import('./migrateWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<MigrateWork> => import('./migrateWork');

const toOption = (text: string): Option =>
  new Option('--to <implementation>', text).choices(['klutch', 'reference']);

function addCheck(
  migrate: Command,
  context: CommandContext,
  load: () => Promise<MigrateWork>,
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
      const { runMigrateCheck } = await load();
      await withCluster(context, command, ({ client }) =>
        runMigrateCheck(context, client, flags),
      );
    });
}

function addKonnector(
  migrate: Command,
  context: CommandContext,
  load: () => Promise<MigrateWork>,
): void {
  migrate
    .command('konnector')
    .summary('replace the konnector of the app cluster')
    .description(
      'Checks, stops the konnector, starts the other one and waits for the bindings. Run it again after an interruption: it goes on where it ended.',
    )
    .addOption(toOption('konnector to change to').makeOptionMandatory())
    .option('-y, --yes', 'do not ask')
    .addOption(dryRunOption('check, and print the steps'))
    .option('--accept-loss', 'go on although the check found problems')
    .option(
      '--delete-old',
      "with --to klutch: delete the reference's kept Deployment and role at last",
    )
    .option(
      '--image <image>',
      'container image of our konnector; else KLUTCH_KONNECTOR_IMAGE',
    )
    .option(
      '--timeout <duration>',
      'how long to wait, such as 90s or 10m',
      '10m',
    )
    .action(async (_flags, command: Command) => {
      const flags = command.opts<MigrateKonnectorFlags>();
      const { runMigrateKonnector } = await load();
      await withCluster(context, command, ({ client }) =>
        runMigrateKonnector(context, client, flags),
      );
    });
}

function addBackend(
  migrate: Command,
  context: CommandContext,
  load: () => Promise<MigrateWork>,
): void {
  migrate
    .command('backend')
    .summary('check, and prepare, a control plane for the other backend')
    .description(
      'Checks the control plane, to which --context has to lead, before its binding backend is replaced, and lists what is to be done; ends with 1 when something is. Changes nothing, except with --apply: then the export templates of the group bind.anynines.com are made into those that our backend reads, and missing roles of offered APIs are applied. It does not replace the backend.',
    )
    .addOption(toOption('backend to change to').default('klutch'))
    .option('--apply', 'with --to klutch: apply roles and export templates')
    .addOption(dryRunOption('with --apply: only print or check the objects'))
    .addOption(outputOption(['yaml', 'json']))
    .action(async (_flags, command: Command) => {
      const flags = command.opts<MigrateBackendFlags>();
      const { runMigrateBackend } = await load();
      await withCluster(context, command, ({ client }) =>
        runMigrateBackend(context, client, flags),
      );
    });
}

/**
 * Adds the commands to the program.
 *
 * @param load - loads what the commands do
 */
export function addMigrateCommands(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  const migrate = program
    .command('migrate')
    .summary(
      "change from the reference's konnector and backend to ours, and back",
    )
    .description(
      'Both implementations of konnector and binding backend use the same objects, so either can replace the other.',
    );
  addCheck(migrate, context, load);
  addKonnector(migrate, context, load);
  addBackend(migrate, context, load);
}
