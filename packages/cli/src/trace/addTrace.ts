/** `trace`: where a claim is on its way from the request to the service, and what stops it. */
import type { Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import { outputOption } from '../output/outputOption';

/** What the command does. */
export type TraceWork = Pick<typeof import('./runTrace'), 'runTrace'>;

/** Loaded when the command runs, so that help and completion start fast. */
const loadWork = (): Promise<TraceWork> => import('./runTrace');

/**
 * Adds the command to the program.
 *
 * @param load - loads what the command does
 */
export function addTrace(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  program
    .command('trace')
    .summary('show the steps of a claim up to its service, and what stops it')
    .description(
      'Shows the steps of an instance, service binding, backup or restore from the request to the service, and what to do about the first one that failed. Ends with 1 when a step failed. The objects on the control plane are shown with a kubeconfig for it.',
    )
    .argument('<[type/]name>', 'the claim')
    .option(
      '--control-plane-kubeconfig <file>',
      'kubeconfig of the control plane',
    )
    .option(
      '--control-plane-context <name>',
      'context of the control plane, in that kubeconfig or in your own',
    )
    .addOption(outputOption(['json', 'yaml']))
    .action(async (reference: string, _options, command: Command) => {
      const { runTrace } = await load();
      process.exitCode = await runTrace(context, reference, command);
    });
}
