/** Commands for people who use data services: `create`, `get`, `connect`, `completion`. */
import type { Command } from 'commander';
import { addCompletion } from '../completion/addCompletion';
import { addConnect } from '../credentials/addConnect';
import { addGetCredentials } from '../credentials/addGetCredentials';
import { addCreateCommands } from './addCreateCommands';
import { addGetInstances } from './addGetInstances';
import type { CommandContext } from '../CommandContext';

/** Adds the commands to the program, whose flags select the cluster. */
export function addClaimCommands(
  program: Command,
  context: CommandContext,
): void {
  addCreateCommands(program, context);
  const get = program
    .command('get')
    .summary('list instances, show credentials')
    .description('Shows instances of data services, and credentials.');
  addGetInstances(get, context);
  addGetCredentials(get, context);
  addConnect(program, context);
  addCompletion(program, context);
}
