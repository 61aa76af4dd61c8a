/** `connect`: opens the service's own client with the credentials of a service binding. */
import type { Command } from 'commander';
import type { CommandContext } from '../CommandContext';

/**
 * Adds the command to the program.
 *
 * @param load - loads what the command does
 */
export function addConnect(
  program: Command,
  context: CommandContext,
  load: () => Promise<Pick<typeof import('./runConnect'), 'runConnect'>>,
): void {
  program
    .command('connect')
    .summary("open a service's own client with the credentials of a binding")
    .description(
      'Opens psql, mariadb, valkey-cli or mongosh with the credentials of a service binding. Passwords are passed in the environment of the client only.',
    )
    .argument('<binding|instance>', 'name or type/name')
    .argument('[args...]', 'arguments for the client, after --')
    .option(
      '--temporary-binding',
      'create a service binding for this session, and delete it afterwards',
    )
    .action(
      async (reference: string, args: string[], _options, command: Command) => {
        const { runConnect } = await load();
        process.exitCode = await runConnect(context, reference, args, command);
      },
    );
}
