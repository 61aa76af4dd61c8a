/** Which RoleBindings an app cluster needs in a service namespace: pure. */
import { names, type APIServiceExport } from '@klutch/bind-api';
import type { RoleBinding } from '@klutch/kube';
import { exportApi } from '../apiResource';
import { backendNames } from '../backendNames';
import { compareRoleBinding } from '../roles/ensureRoleBinding';
import { apiRoleBinding } from '../roles/tenantRole';
import { apiRoleName } from '../roles/templateRole';

type Export = Pick<APIServiceExport, 'spec'>;

/** What is known about a service namespace. */
export interface RoleBindingFacts {
  namespace: string;
  /** That of its app cluster. */
  clusterNamespace: string;
  /** What is exported to the app cluster. */
  exports: readonly Export[];
  /** Whether the roles of an API are there. */
  isGrantable: (apiExport: Export) => boolean;
  /** All RoleBindings in the service namespace. */
  current: readonly RoleBinding[];
}

/** In this order, so that no right is missing in between. */
export interface RoleBindingsPlan {
  grant: RoleBinding[];
  withdraw: RoleBinding[];
}

/**
 * One RoleBinding for each exported API. One that is there stays when the roles of its API are lost. `klutch-binder`,
 * which the reference and earlier versions of this backend made, goes once the others replace all of its rights.
 */
export const planRoleBindings = ({
  namespace,
  clusterNamespace,
  exports,
  isGrantable,
  current,
}: RoleBindingFacts): RoleBindingsPlan => {
  const find = (name?: string) =>
    current.find(({ metadata }) => metadata.name === name);
  const exported = new Set(
    exports.map(apiExport => apiRoleName(exportApi(apiExport))),
  );
  const isReplaced = exports.every(isGrantable);
  return {
    grant: exports
      .filter(isGrantable)
      .map(apiExport =>
        apiRoleBinding(namespace, clusterNamespace, exportApi(apiExport)),
      )
      .filter(
        wanted =>
          compareRoleBinding(find(wanted.metadata.name), wanted) !== 'same',
      ),
    withdraw: current.filter(
      ({ metadata: { name = '' } }) =>
        (name.startsWith(backendNames.apiRolePrefix) && !exported.has(name)) ||
        (name === names.binder && isReplaced),
    ),
  };
};

/** Only an export that the reference made for cluster-wide watches needs a cluster-wide grant; this backend makes none. */
export const isClusterWide = ({ spec }: Export): boolean =>
  spec.informerScope === 'Cluster';
