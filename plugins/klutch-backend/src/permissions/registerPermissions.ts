/** Registers permissions and resource types, so that policies can be written for them. */
import type { PermissionsRegistryService } from '@backstage/backend-plugin-api';
import { isResourcePermission } from '@backstage/plugin-permission-common';
import {
  klutchPermissions,
  parseClaimRef,
  RESOURCE_TYPE_KLUTCH_APP_CLUSTER,
  RESOURCE_TYPE_KLUTCH_CLAIM,
  RESOURCE_TYPE_KLUTCH_EXPORT,
  RESOURCE_TYPE_KLUTCH_SERVICE,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  appClusterRules,
  klutchAppClusterResourceRef,
} from './appClusterRules';
import { claimRules, klutchClaimResourceRef } from './claimRules';
import {
  exportRules,
  klutchExportResourceRef,
  type ExportResource,
} from './exportRules';
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

/** App clusters and APIs are known by their ref, also before they exist. */
function parseExportRef(ref: string): ExportResource | undefined {
  const [cluster, resource, ...rest] = ref.split('/');
  return cluster && resource && rest.length === 0
    ? { cluster, resource }
    : undefined;
}

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
  registry.addResourceType({
    resourceRef: klutchAppClusterResourceRef,
    permissions: permissionsOn(RESOURCE_TYPE_KLUTCH_APP_CLUSTER),
    rules: Object.values(appClusterRules),
    getResources: async refs => refs.map(id => ({ id })),
  });
  registry.addResourceType({
    resourceRef: klutchExportResourceRef,
    permissions: permissionsOn(RESOURCE_TYPE_KLUTCH_EXPORT),
    rules: Object.values(exportRules),
    getResources: async refs => refs.map(parseExportRef),
  });
}
