/** Why an API is not synced although its control plane is there: the export, or its claims. Pure. */
import {
  conditionReasons as reasons,
  syncedVersion,
  type APIServiceExport,
} from '@klutch/bind-api';
import { because, type Verdict } from '../conditions/verdict';

/**
 * @param name - of the API.
 * @param leftOut - why the export that is there is of no use, in a sentence; undefined when there is none.
 */
export const whyNoExport = (
  name: string,
  leftOut: string | undefined,
): Verdict =>
  leftOut === undefined
    ? because(
        reasons.apiServiceExportNotFound,
        `The control plane does not export ${name} to this app cluster. Objects stay as they are. Request the API again, or delete this binding.`,
      )
    : because(
        reasons.apiServiceExportInvalid,
        `The export of ${name} on the control plane cannot be used, and objects stay as they are. ${leftOut}`,
      );

/**
 * Undefined when it can be synced.
 * @param name - of the API.
 * @param missingClaims - that the API needs and nobody has accepted, named for people.
 */
export function whyNotServed(
  name: string,
  apiExport: APIServiceExport,
  missingClaims: readonly string[] = [],
): Verdict | undefined {
  if (!syncedVersion(apiExport.spec)) {
    return because(
      reasons.apiServiceExportInvalid,
      `The export of ${name} serves no version.`,
    );
  }
  return missingClaims.length > 0
    ? because(
        'PermissionClaimNotAccepted',
        `The API needs permission claims that nobody has accepted: ${missingClaims.join(', ')}. Accept them in spec.permissionClaims of this binding.`,
        'Warning',
      )
    : undefined;
}
