/** `get credentials` and `connect`. */
import type { Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import { addConnect } from './addConnect';
import { addGetCredentials } from './addGetCredentials';

/** What the commands do. */
export type CredentialWork = typeof import('./credentialWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<CredentialWork> => import('./credentialWork');

/**
 * Adds the commands to the program.
 *
 * @param get - the command `get`
 * @param load - loads what the commands do
 */
export function addCredentialCommands(
  program: Command,
  get: Command,
  context: CommandContext,
  load = loadWork,
): void {
  addGetCredentials(get, context, load);
  addConnect(program, context, load);
}
