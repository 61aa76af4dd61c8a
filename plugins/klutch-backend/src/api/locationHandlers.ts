/** Handlers of the developers' operations on the app clusters and namespaces where claims can be created. */
import { klutchClaimReadPermission } from '@klutch/backstage-plugin-klutch-common';
import { requirePerson, type Caller } from '../identity/Caller';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { BoundApis } from '../inventory/BoundApis';
import { appClusterView } from '../clusters/appClusterView';
import type { Namespaces } from '../services/Namespaces';
import type { Handlers } from './handlers';

export interface LocationHandlerOptions {
  namespaces: Namespaces;
  permissions: ResourcePermissions;
  boundApis: BoundApis;
}

export function locationHandlers({
  namespaces,
  permissions,
  boundApis,
}: LocationHandlerOptions): Pick<
  Handlers,
  'listAppClusters' | 'listNamespaces'
> {
  const requireRead = (caller: Caller) =>
    permissions.grantOnClaims(
      caller,
      klutchClaimReadPermission,
      'see services',
    );
  return {
    async listAppClusters({ caller }) {
      await requireRead(caller);
      return { items: boundApis.allJoined().map(appClusterView) };
    },

    async listNamespaces({ caller, path, query }) {
      await requireRead(caller);
      const person = requirePerson(caller);
      return {
        items: await namespaces.list(person, path.cluster, query.resource),
      };
    },
  };
}
