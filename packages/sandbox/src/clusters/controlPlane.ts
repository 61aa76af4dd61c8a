/** Prepares a cluster as a control plane: binding CRDs, roles, provider CRDs, data service APIs, export templates. */
import { controlPlaneCrds, restorePolicy } from '@klutch/bind-api';
import {
  backendAdmissionPolicy,
  backendRoleBinding,
  backendRoles,
  templateRoles,
  tenantAdmissionPolicy,
} from '@klutch/binding-backend';
import {
  loadCompositions,
  loadExportTemplates,
  loadProviderCrds,
  loadXrds,
} from '@klutch/crossplane';
import { portalControlPlaneRoles } from '@klutch/backstage-plugin-klutch-backend';
import { apply, waitForCondition, type Target } from './apply';
import { offerNewApis } from './offeredApis';
import { controlPlaneUserRoles, portalImpersonation } from './userRoles';
import {
  isProvided,
  withAvailability,
  withCompositions,
  withPlanLimits,
} from './availability';

/** The control plane user of the portal and its binding backend. */
export const PORTAL_USER = {
  kind: 'User',
  apiGroup: 'rbac.authorization.k8s.io',
  name: 'klutch-portal',
} as const;

const namespace = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

const crdNames = (crds: { metadata: { name?: string } }[]) =>
  crds.map(({ metadata }) => `crd/${metadata.name}`);

/**
 * Applies all objects; idempotent.
 *
 * @param onProgress - receives what is being applied
 */
export async function prepareControlPlane(
  target: Target,
  onProgress: (text: string) => void,
): Promise<void> {
  onProgress('CRDs of the binding and of the provider');
  const providerCrds = await loadProviderCrds();
  await apply(target, [
    namespace('klutch-portal'),
    namespace('crossplane-system'),
    ...controlPlaneCrds,
    ...providerCrds,
  ]);
  await waitForCondition(target, 'Established', [
    ...crdNames(controlPlaneCrds),
    ...crdNames(providerCrds),
  ]);

  onProgress('data service APIs and compositions');
  // The operator of a8s does not run here.
  const compositions = await loadCompositions('a9s');
  const xrds = withPlanLimits(
    withCompositions(withAvailability(await loadXrds()), compositions),
  );
  await apply(target, xrds);
  await waitForCondition(
    target,
    'Offered',
    xrds.map(({ metadata }) => `xrd/${metadata.name}`),
  );
  await apply(target, compositions);

  onProgress('export templates and roles');
  const offered = xrds
    .filter(isProvided)
    .map(({ spec }) => spec.claimNames.plural);
  const templates = (await loadExportTemplates()).filter(({ metadata }) =>
    offered.includes(metadata.name),
  );
  await apply(target, [
    ...backendRoles(),
    backendRoleBinding(PORTAL_USER),
    ...backendAdmissionPolicy(PORTAL_USER),
    ...tenantAdmissionPolicy(),
    ...restorePolicy(),
    ...portalControlPlaneRoles(PORTAL_USER.name, portalImpersonation),
    ...templates.flatMap(templateRoles),
    ...controlPlaneUserRoles(xrds.map(({ spec }) => spec.claimNames.plural)),
  ]);
  await offerNewApis(target, templates);
}
