/** Whether the roles of an offer may be applied: they count at once for app clusters that have the API. */
import { apiName, type APIServiceExportTemplate } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { templateApi } from '../apiResource';
import { allowsSecretCreation, missingPolicyMessage } from './rightsCheck';
import { isTenantPolicyEnforced } from './tenantAdmissionPolicy';

/**
 * Ask before {@link templateRoles} are applied.
 * @param client - may read the policy, as the backend's roles let it
 * @returns what to do first, with YAML, where the claims let app clusters make Secrets and nothing bounds which;
 * undefined where the roles may be applied
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
