/** kubectl with a kubeconfig: what the sandbox applies with, and the demo's other door. */
import { execa, type ExecaError } from 'execa';

/** Runs kubectl; resolves to what it printed. */
export type Kubectl = (args: string[], input?: string) => Promise<string>;

/**
 * Binds kubectl to a kubeconfig file.
 *
 * @returns a function that throws kubectl's own words when it fails
 */
export function kubectlWith(kubectl: string, kubeconfig: string): Kubectl {
  return async (args, input) => {
    try {
      const { stdout } = await execa(
        kubectl,
        ['--kubeconfig', kubeconfig, ...args],
        { input: input ?? '' },
      );
      return stdout;
    } catch (error) {
      const { stderr, message } = error as ExecaError;
      throw new Error(`kubectl ${args[0]}: ${stderr || message}`);
    }
  };
}
