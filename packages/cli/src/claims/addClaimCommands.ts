/** Commands for people who use data services: `create`, `get`, `connect`, `trace`, `completion`. */
import type { Command } from 'commander';
import { addCompletion } from '../completion/addCompletion';
import { addConnect } from '../credentials/addConnect';
import { addGetCredentials } from '../credentials/addGetCredentials';
import { addTrace } from '../trace/addTrace';
import { addCreateCommands } from './addCreateCommands';
import { addGetInstances } from './addGetInstances';
import { loadClaimWork } from './loadClaimWork';
import type { CommandContext } from '../CommandContext';

/**
 * Adds the commands to the program, whose flags select the cluster.
 *
 * @param load - loads what the commands do
 */
export function addClaimCommands(
  program: Command,
  context: CommandContext,
  load = loadClaimWork,
): void {
  addCreateCommands(program, context, load);
  const get = program
    .command('get')
    .summary('list instances, show credentials')
    .description('Shows instances of data services, and credentials.');
  addGetInstances(get, context, load);
  addGetCredentials(get, context, load);
  addConnect(program, context, load);
  addTrace(program, context, load);
  addCompletion(program, context, load);
}
