/** `get instances`: the instances of all data services, or of one. */
import type { Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import { outputOption } from '../output/outputOption';

/**
 * Adds the command.
 *
 * @param get - the command `get`
 * @param load - loads what the command does
 */
export function addGetInstances(
  get: Command,
  context: CommandContext,
  load: () => Promise<
    Pick<typeof import('./runGetInstances'), 'runGetInstances'>
  >,
): void {
  get
    .command('instances')
    .alias('instance')
    .summary('list the instances of all bound data services')
    .argument('[service]', 'only this data service')
    .option('-A, --all-namespaces', 'in all namespaces')
    .option('-w, --watch', 'print changes until Ctrl-C')
    .addOption(outputOption(['wide', 'json', 'yaml', 'name']))
    .action(async (service: string | undefined, _options, command: Command) => {
      const { runGetInstances } = await load();
      await runGetInstances(context, service, command);
    });
}
