/** Why an API is not synced although its control plane is connected: because of the export or its claims. Pure. */
import {
  conditionReasons as reasons,
  syncedVersion,
  type APIServiceExport,
} from '@klutch/bind-api';
import { falseVerdict, type Verdict } from '../conditions/verdict';

/**
 * @param name - of the API.
 * @param invalidReason - why the existing export is invalid, as a sentence; undefined when there is no export.
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
 * Why an export is not synced; undefined when it is.
 * @param name - of the API.
 * @param missingClaims - required claims that are not accepted, as shown to users.
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
        `The API needs permission claims that are not accepted: ${missingClaims.join(', ')}. Accept them in spec.permissionClaims of this binding.`,
        'Warning',
      )
    : undefined;
}
