/** Why an API is not synced although its control plane is there: the export, or its claims. Pure. */
import {
  conditionReasons as reasons,
  syncedVersion,
  type APIServiceExport,
} from '@klutch/bind-api';
import { falseVerdict, type Verdict } from '../conditions/verdict';

/**
 * @param name - of the API.
 * @param invalidReason - why the export that is there is of no use, in a sentence; undefined when there is none.
 */
export const noExportVerdict = (
  name: string,
  invalidReason: string | undefined,
): Verdict =>
  invalidReason === undefined
    ? falseVerdict(
        reasons.apiServiceExportNotFound,
        `The control plane does not export ${name} to this app cluster. Objects stay as they are. Request the API again, or delete this binding.`,
      )
    : falseVerdict(
        reasons.apiServiceExportInvalid,
        `The export of ${name} on the control plane cannot be used, and objects stay as they are. ${invalidReason}`,
      );

/**
 * Undefined when it can be synced.
 * @param name - of the API.
 * @param missingClaims - that the API needs and nobody has accepted, named for people.
 */
export function notServedVerdict(
  name: string,
  apiExport: APIServiceExport,
  missingClaims: readonly string[] = [],
): Verdict | undefined {
  if (!syncedVersion(apiExport.spec)) {
    return falseVerdict(
      reasons.apiServiceExportInvalid,
      `The export of ${name} serves no version.`,
    );
  }
  return missingClaims.length > 0
    ? falseVerdict(
        'PermissionClaimNotAccepted',
        `The API needs permission claims that nobody has accepted: ${missingClaims.join(', ')}. Accept them in spec.permissionClaims of this binding.`,
        'Warning',
      )
    : undefined;
}
