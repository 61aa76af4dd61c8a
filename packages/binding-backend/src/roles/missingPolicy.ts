/** Whether the roles of an offer may be applied: they take effect at once for app clusters that have the API. */
import { apiName, type APIServiceExportTemplate } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { templateApi } from '../apiResource';
import { allowsSecretCreation, missingPolicyMessage } from './rightsCheck';
import { isTenantPolicyEnforced } from './tenantAdmissionPolicy';

/**
 * Call this function before {@link templateRoles} are applied.
 * @param client - needs the right to read the policy, as granted by the backend's roles
 * @returns instructions, with YAML, when the claims let app clusters create Secrets and no policy restricts which;
 * undefined when the roles may be applied
 */
export const missingPolicy = async (
  client: KubeClient,
  template: Pick<APIServiceExportTemplate, 'spec'>,
): Promise<string | undefined> => {
  const api = templateApi(template);
  const { permissionClaims = [] } = template.spec;
  return !allowsSecretCreation(api, permissionClaims) ||
    (await isTenantPolicyEnforced(client))
    ? undefined
    : missingPolicyMessage([apiName(api)]);
};
