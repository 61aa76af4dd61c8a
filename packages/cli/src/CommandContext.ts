/** What commands need from the program around them. */
import type { Command } from 'commander';
import type { SelectedCluster } from './cluster/selectCluster';
import { withCallProgress } from './progress';

/** Input and output of a command, and its cluster. */
export interface CommandContext {
  /** Connects to the cluster that `--kubeconfig`, `--context` and `--namespace` select. */
  connect(command: Command): Promise<SelectedCluster>;
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  /** Asks at the terminal; `undefined` when there is no terminal to ask at. */
  confirm(question: string): Promise<boolean | undefined>;
  /** Aborted by Ctrl-C. */
  signal?: AbortSignal;
}

/** Runs `work` with the selected cluster, and closes the connection. */
export async function withCluster<T>(
  context: CommandContext,
  command: Command,
  work: (cluster: SelectedCluster) => Promise<T>,
): Promise<T> {
  const { client, namespace } = await context.connect(command);
  try {
    return await work({
      client: withCallProgress(client, context.stderr),
      namespace,
    });
  } finally {
    await client.close();
  }
}

/**
 * Goes on if the user agrees, by a flag or at the terminal. Every command asks by this function, so that a refusal is
 * always a failure.
 *
 * @param yes - the flag
 * @throws Error with the refusal otherwise, also when there is no terminal to ask at
 */
export async function requireConsent(
  { confirm }: Pick<CommandContext, 'confirm'>,
  yes: boolean | undefined,
  question: string,
  refusal: string,
): Promise<void> {
  if (!yes && !(await confirm(question))) throw new Error(refusal);
}
