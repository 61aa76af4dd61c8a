/** Commands for operators of a control plane: `clusters`, `backend roles`. */
import type { Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { outputOption } from '../output/outputOption';
import type { ClustersFlags, runClusters } from './runClusters';

/** What the commands do. */
export interface ControlPlaneWork {
  runClusters: typeof runClusters;
  /** `roles` of the binding backend; `print` gets its output. */
  rolesCommand(print: (text: string) => void): Command | Promise<Command>;
}

/** Loaded when a command runs, so that help and completion start fast. */
const lazyWork: ControlPlaneWork = {
  runClusters: async (...args) =>
    (await import('./runClusters')).runClusters(...args),
  rolesCommand: async print =>
    (await import('./backendRoles')).rolesCommand(print),
};

/**
 * Adds the commands to the program.
 *
 * @param work - what the commands do
 */
export function addControlPlaneCommands(
  program: Command,
  context: CommandContext,
  work: ControlPlaneWork = lazyWork,
): void {
  program
    .command('clusters')
    .summary('list the app clusters of a control plane')
    .description(
      'Lists the app clusters of a control plane, to which --context has to lead.',
    )
    .addOption(outputOption(['wide', 'yaml', 'json']))
    .action(async (_flags, command: Command) => {
      const flags = command.opts<ClustersFlags>();
      await withCluster(context, command, ({ client }) =>
        work.runClusters(context, client, flags),
      );
    });
  program
    .command('backend')
    .summary('print the roles of the binding backend')
    .description('The binding backend runs on the control plane.')
    .command('roles')
    .summary('print the roles of the binding backend, or with --portal')
    .argument('[flags...]', 'flags of klutch-binding-backend roles')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (flags: string[]) => {
      const roles = await work.rolesCommand(text => context.stdout.write(text));
      await roles
        .name(`${program.name()} backend roles`)
        .parseAsync(flags, { from: 'user' });
    });
}
