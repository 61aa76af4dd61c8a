/** What a check says that could not be made. Pure. */
import {
  ConnectionError,
  errorMessage,
  isForbidden,
  isUnauthorized,
} from '@klutch/kube';
import { failed, warning, type CheckName, type Finding } from './Finding';

/** The finding when a check did not end in time. */
export const timeoutFinding = (check: CheckName, subject: string): Finding =>
  failed(
    check,
    `${subject}: no answer in time`,
    'Check the network and the load of the server, then run it again.',
  );

/**
 * The finding for an error of a check.
 *
 * @param subject - what was checked, such as `app cluster`
 */
export function errorFinding(
  check: CheckName,
  subject: string,
  error: unknown,
): Finding {
  const message = errorMessage(error);
  // The API server's message names the user, the verb and the resource.
  if (isForbidden(error)) {
    return warning(
      check,
      `${subject}: not checked, because a right is missing: ${message}`,
      'Have this right granted, or select another user with --context.',
    );
  }
  if (isUnauthorized(error)) {
    return failed(
      check,
      `${subject}: the credentials are not accepted`,
      'Sign in again; for a control plane run "kubectl klutch bind <url> --refresh".',
    );
  }
  return failed(
    check,
    `${subject}: ${message}`,
    error instanceof ConnectionError
      ? 'Check the address, the network and the certificate of the server.'
      : 'Correct what the message names, then run it again.',
  );
}
