/** Why an API is not synced although its control plane is connected: because of the export or its claims. Pure. */
import {
  conditionReasons as reasons,
  syncedVersion,
  type APIServiceExport,
} from '@klutch/bind-api';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

/**
 * @param name - of the API.
 * @param invalidReason - why the existing export is invalid, as a sentence; undefined when there is no export.
 */
export const noExportCondition = (
  name: string,
  invalidReason: string | undefined,
): ConditionResult =>
  invalidReason === undefined
    ? falseCondition(
        reasons.apiServiceExportNotFound,
        `The control plane does not export ${name} to this app cluster. Objects stay as they are. Request the API again, or delete this binding.`,
      )
    : falseCondition(
        reasons.apiServiceExportInvalid,
        `The export of ${name} on the control plane cannot be used, and objects stay as they are. ${invalidReason}`,
      );

/**
 * Why an export is not synced; undefined when it is.
 * @param name - of the API.
 * @param missingClaims - required claims that are not accepted, as shown to users.
 */
export function notServedCondition(
  name: string,
  apiExport: APIServiceExport,
  missingClaims: readonly string[] = [],
): ConditionResult | undefined {
  if (!syncedVersion(apiExport.spec)) {
    return falseCondition(
      reasons.apiServiceExportInvalid,
      `The export of ${name} serves no version.`,
    );
  }
  return missingClaims.length > 0
    ? falseCondition(
        'PermissionClaimNotAccepted',
        `The API needs permission claims that are not accepted: ${missingClaims.join(', ')}. Accept them in spec.permissionClaims of this binding.`,
        'Warning',
      )
    : undefined;
}
