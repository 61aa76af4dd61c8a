/** What a check says that could not be made. Pure. */
import {
  ApiError,
  isConflict,
  isForbidden,
  isNotFound,
  isUnauthorized,
} from '@klutch/kube';
import { reasonOf } from '../binding/providerRequest';
import { failed, warning, type CheckName, type Finding } from './Finding';

/** The finding when a check did not end in time. */
export const timeoutFinding = (check: CheckName, subject: string): Finding =>
  failed(
    check,
    `${subject}: no answer in time`,
    'Check the network and the load of the server, then run it again.',
  );

/** The message of a 404 that no `Status` explains says what to do. */
const isUnknownResource = (error: unknown): boolean =>
  isNotFound(error) && error.reason === 'Unknown';

/** What to do about an error of an API server; undefined for other errors, whose messages say it. */
export function errorRemedy(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || isUnknownResource(error)) {
    return undefined;
  }
  if (isForbidden(error)) {
    return 'Have this right granted, or select another user with --context.';
  }
  if (isUnauthorized(error)) {
    return 'Sign in again; for a control plane run "kubectl klutch bind <url> --refresh".';
  }
  if (isNotFound(error)) {
    return 'Check --context and --namespace.';
  }
  if (isConflict(error) || error.code === 429 || error.code >= 500) {
    return 'Run the command again; if it stays, run "kubectl klutch doctor".';
  }
  return 'Correct what the message names, then run it again.';
}

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
  const message = reasonOf(error) || String(error);
  const remedy = errorRemedy(error);
  if (remedy === undefined) {
    return { check, status: 'Failed', message: `${subject}: ${message}` };
  }
  // The API server's message names the user, the verb and the resource.
  if (isForbidden(error)) {
    return warning(
      check,
      `${subject}: not checked, because a right is missing: ${message}`,
      remedy,
    );
  }
  return isUnauthorized(error)
    ? failed(check, `${subject}: the credentials are not accepted`, remedy)
    : failed(check, `${subject}: ${message}`, remedy);
}
