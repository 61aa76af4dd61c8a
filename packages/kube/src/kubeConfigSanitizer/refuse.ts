// Refuses a kubeconfig.
import {
  KubeconfigRefusal,
  KubeconfigRefusedError,
} from '../KubeconfigRefusedError';

/** Throws the error; usable as an expression. */
export function refuse(
  reason: KubeconfigRefusal,
  field: string | undefined,
  explanation: string,
): never {
  throw new KubeconfigRefusedError(reason, field, explanation);
}

/** Advice for copying a complete kubeconfig. */
export const howToCopy =
  'Copy the output of "kubectl config view --minify --flatten --raw" instead.';
