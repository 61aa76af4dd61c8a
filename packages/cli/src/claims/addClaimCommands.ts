/** `create` and `get instances`. */
import type { Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import { addCreateCommands } from './addCreateCommands';
import { addGetInstances } from './addGetInstances';

/** What the commands do. */
export type ClaimWork = typeof import('./claimWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<ClaimWork> => import('./claimWork');

/**
 * Adds the commands to the program, whose flags select the cluster.
 *
 * @param load - loads what the commands do
 * @returns the command `get`, to which other folders add what they show
 */
export function addClaimCommands(
  program: Command,
  context: CommandContext,
  load = loadWork,
): Command {
  addCreateCommands(program, context, load);
  const get = program
    .command('get')
    .summary('list instances, show credentials')
    .description('Shows instances of data services, and credentials.');
  addGetInstances(get, context, load);
  return get;
}
