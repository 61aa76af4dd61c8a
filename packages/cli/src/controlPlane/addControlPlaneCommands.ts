/** Commands for operators of a control plane: `clusters`, `backend roles`. */
import type { Command } from 'commander';
import type { ClusterFlags } from '../cluster/selectCluster';
import { withCluster, type CommandContext } from '../CommandContext';
import { outputOption } from '../output/outputOption';
import type { ClustersFlags } from './runClusters';

/** What the commands do. */
export type ControlPlaneWork = typeof import('./controlPlaneWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<ControlPlaneWork> => import('./controlPlaneWork');

/**
 * Adds the commands to the program.
 *
 * @param load - loads what the commands do
 */
export function addControlPlaneCommands(
  program: Command,
  context: CommandContext,
  load = loadWork,
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
      const { runClusters } = await load();
      await withCluster(context, command, ({ client }) =>
        runClusters(context, client, flags),
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
      const { rolesCommand } = await load();
      // Parsed as a flag of the program, wherever it stands.
      const { namespace } = program.opts<ClusterFlags>();
      const ofPod = namespace === undefined ? [] : ['--namespace', namespace];
      const roles = await rolesCommand(text => context.stdout.write(text));
      await roles
        .copyInheritedSettings(program)
        .name(`${program.name()} backend roles`)
        .parseAsync([...flags, ...ofPod], { from: 'user' });
    });
}
