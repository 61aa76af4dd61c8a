// APIs that the control plane cluster offers, each with its CRD, template and role.
import { bindResources, type PermissionClaim } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import { core } from '@klutch/kube';
import { crdOf, group, type Api } from '../kube/sampleCrd';
import type { TestControlPlane } from './testFixtures';

const byOperator = { fieldManager: 'operator', force: true };

/** A permission claim for Secrets of one name, so that claims can be distinguished. */
export const secretsClaim = (name: string): PermissionClaim => ({
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { names: [name], namespaces: ['*'], owner: 'Provider' },
});

/** Writes the roles, then the template, so that the measured reaction starts with the last write. */
export async function putTemplate(
  { admin }: TestControlPlane,
  { plural: resource }: Api,
  claims: PermissionClaim[] = [],
): Promise<void> {
  const [template, ...roles] = planTemplate({
    group,
    resource,
    claims,
    namespace: 'default',
  });
  for (const role of roles) {
    await admin.apply(core.clusterRoles, role, byOperator);
  }
  await admin.apply(bindResources.templates, template, byOperator);
}

/** Creates CRD, roles and template. */
export async function offer(plane: TestControlPlane, api: Api): Promise<void> {
  await plane.installCrd(crdOf(api));
  await putTemplate(plane, api);
}
