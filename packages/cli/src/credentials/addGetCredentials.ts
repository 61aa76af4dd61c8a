/** `get credentials`: shows the credentials of a service binding. */
import { Option, type Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import { credentialOutputs } from './credentialOutput';

/**
 * Adds the command.
 *
 * @param get - the command `get`
 * @param load - loads what the command does
 */
export function addGetCredentials(
  get: Command,
  context: CommandContext,
  load: () => Promise<
    Pick<typeof import('./runGetCredentials'), 'runGetCredentials'>
  >,
): void {
  get
    .command('credentials')
    .summary('show the credentials of a service binding')
    .description(
      'Shows the credentials of a service binding. Asks first, and writes to a terminal only, unless --allow-pipe is given.',
    )
    .argument('<binding>', 'name of the service binding')
    .addOption(
      new Option('-o, --output <format>', 'form of the credentials').choices(
        credentialOutputs,
      ),
    )
    .option('--allow-pipe', 'write to a pipe or file, which keeps the password')
    .option('-y, --yes', 'do not ask')
    .action(async (reference: string, _options, command: Command) => {
      const { runGetCredentials } = await load();
      await runGetCredentials(context, reference, command);
    });
}
