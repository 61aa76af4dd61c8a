/** `create instance|binding|backup|restore`. */
import type { Command } from 'commander';
import type { ClaimType } from './ClaimApi';
import type { CommandContext } from '../CommandContext';
import { createFlags } from './createFlags';

const summaries: Record<ClaimType, string> = {
  instance: 'order an instance of a data service',
  binding: 'create credentials for an instance',
  backup: 'back up an instance now',
  restore: 'restore a backup',
};

const descriptions: Record<ClaimType, string> = {
  instance:
    'Orders an instance of a data service, which is named by its plural, singular, kind or short name. "create instance <service> --help" lists its flags and plans.',
  binding:
    'Creates a service binding: credentials for an instance, which arrive in a secret.',
  backup: 'Backs up an instance now.',
  restore:
    'Restores a backup into its instance, or into another one with --instance, where the service can do that.',
};

const usages: Record<ClaimType, string> = {
  instance: '<service> <name> [flags]',
  binding: '<name> --instance <[type/]name> [flags]',
  backup: '<name> --instance <[type/]name> [flags]',
  restore: '<name> --backup <name> [flags]',
};

/**
 * Adds the commands to the program.
 *
 * @param load - loads what the commands do
 */
export function addCreateCommands(
  program: Command,
  context: CommandContext,
  load: () => Promise<Pick<typeof import('./runCreate'), 'runCreate'>>,
): void {
  const create = program
    .command('create')
    .summary('create an instance, binding, backup or restore')
    .description(
      'Creates claims for data services. The flags come from the API of the cluster: add --help after the name of a service.',
    );
  for (const [type, summary] of Object.entries(summaries)) {
    const claimType = type as ClaimType;
    const command = create
      .command(type)
      .summary(summary)
      .description(descriptions[claimType])
      .usage(usages[claimType])
      .argument('[args...]')
      .allowUnknownOption()
      // The flags are known only once the cluster is asked.
      .helpOption(false)
      // Shown without a cluster; the command with the flags of the API parses them.
      .configureHelp({
        visibleOptions: shown => [...shown.options, ...createFlags()],
      })
      .action(async (args: string[], _options, outer: Command) => {
        const { runCreate } = await load();
        await runCreate(context, claimType, args, outer);
      });
    if (claimType !== 'instance') {
      command.option('--api <name>', 'the API, when the cluster has several');
    }
  }
}
