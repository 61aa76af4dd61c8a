/** Runs kubectl with a kubeconfig, for the sandbox's set-up and the kubectl steps of the demo. */
import { execa, type ExecaError } from 'execa';

/** Runs kubectl; resolves to its output. */
export type Kubectl = (args: string[], input?: string) => Promise<string>;

/**
 * Binds kubectl to a kubeconfig file.
 *
 * @returns a function that throws an error with kubectl's message on failure
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
