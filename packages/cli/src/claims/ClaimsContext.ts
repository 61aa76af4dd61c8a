/** What the commands for claims need from the program around them. */
import type { Command } from 'commander';
import type { SelectedCluster } from '../cluster/selectCluster';

/** Input and output of a command, and its cluster. */
export interface ClaimsContext {
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
  context: ClaimsContext,
  command: Command,
  work: (cluster: SelectedCluster) => Promise<T>,
): Promise<T> {
  const cluster = await context.connect(command);
  try {
    return await work(cluster);
  } finally {
    await cluster.client.close();
  }
}
