/** `completion`, and the hidden command that its scripts call. */
import { Argument, type Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import type { ClusterFlags, SelectedCluster } from '../cluster/selectCluster';
import { complete, shellWords } from './complete';
import {
  completionOutput,
  completionScript,
  shells,
  type Shell,
} from './scripts';

/** What asks the cluster for names. */
export type CompletionWork = Pick<
  typeof import('./clusterNames'),
  'clusterNames'
>;

/** Loaded when a name is asked for, so that commands and flags are completed fast. */
const loadWork = (): Promise<CompletionWork> => import('./clusterNames');

const connectionFlags = new Set([
  '--kubeconfig',
  '--context',
  '-n',
  '--namespace',
]);

/** The flags of a command line that select the cluster, each with its value. */
export const connectionArgs = (words: readonly string[]): string[] =>
  words.flatMap((word, index) => {
    const [flag = '', ...inline] = word.split('=');
    const value = inline.length > 0 ? inline.join('=') : words[index + 1];
    return connectionFlags.has(flag) && value !== undefined
      ? [flag, value]
      : [];
  });

/**
 * Adds the commands to the program.
 *
 * @param load - loads what asks the cluster for names
 */
export function addCompletion(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description(
      'Prints a completion script. For "kubectl klutch", put kubectl_complete-klutch on the PATH.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .option('--program <name>', 'name of the executable', 'klutch')
    .action((shell: Shell, { program: name }: { program: string }) => {
      context.stdout.write(completionScript(shell, name));
    });
  program
    .command('__complete', { hidden: true })
    .argument('[words...]', 'after --')
    .action(async (typed: string[], _options, command: Command) => {
      const words = shellWords(typed);
      program.parseOptions(connectionArgs(words.slice(0, -1)));
      let cluster: Promise<SelectedCluster> | undefined;
      const connect = () => {
        cluster ??= context.connect(command);
        return cluster;
      };
      const create = program.commands.find(sub => sub.name() === 'create');
      if (!create) throw new Error('The program has no command "create".');
      try {
        const completion = await complete(program, words, async () =>
          (await load()).clusterNames(
            create,
            connect,
            command.optsWithGlobals<ClusterFlags>(),
          ),
        );
        context.stdout.write(completionOutput(completion));
      } finally {
        const opened = await cluster?.catch(() => undefined);
        await opened?.client.close();
      }
    });
}
