// Refusing a kubeconfig.
import {
  KubeconfigRefusal,
  KubeconfigRefusedError,
} from '../KubeconfigRefusedError';

/** Throws the error, in places where an expression is wanted. */
export function refuse(
  reason: KubeconfigRefusal,
  field: string | undefined,
  explanation: string,
): never {
  throw new KubeconfigRefusedError(reason, field, explanation);
}

/** How to copy a kubeconfig so that it can be taken in. */
export const howToCopy =
  'Copy the output of "kubectl config view --minify --flatten --raw" instead.';
