/** Registers permissions and resource types, so that policies can be written for them. */
import type { PermissionsRegistryService } from '@backstage/backend-plugin-api';
import { isResourcePermission } from '@backstage/plugin-permission-common';
import {
  klutchPermissions,
  parseClaimRef,
  RESOURCE_TYPE_KLUTCH_CLAIM,
  RESOURCE_TYPE_KLUTCH_SERVICE,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { claimRules, klutchClaimResourceRef } from './claimRules';
import { klutchServiceResourceRef, serviceRules } from './serviceRules';

/** Finds the resources that the permission backend applies conditions to. */
export interface PermissionResources {
  claim(ref: ClaimRef): Schemas['Claim'] | undefined;
  /** @param resource - `<plural>.<group>` */
  service(resource: string): Schemas['Service'] | undefined;
}

const permissionsOn = (resourceType: string) =>
  klutchPermissions.filter(permission =>
    isResourcePermission(permission, resourceType),
  );

/** Registers everything that `klutchPermissions` lists. */
export function registerPermissions(
  registry: PermissionsRegistryService,
  resources: PermissionResources,
): void {
  registry.addPermissions(
    klutchPermissions.filter(permission => !isResourcePermission(permission)),
  );
  registry.addResourceType({
    resourceRef: klutchClaimResourceRef,
    permissions: permissionsOn(RESOURCE_TYPE_KLUTCH_CLAIM),
    rules: Object.values(claimRules),
    getResources: async refs =>
      refs.map(text => {
        const ref = parseClaimRef(text);
        return ref && resources.claim(ref);
      }),
  });
  registry.addResourceType({
    resourceRef: klutchServiceResourceRef,
    permissions: permissionsOn(RESOURCE_TYPE_KLUTCH_SERVICE),
    rules: Object.values(serviceRules),
    getResources: async refs => refs.map(ref => resources.service(ref)),
  });
}
