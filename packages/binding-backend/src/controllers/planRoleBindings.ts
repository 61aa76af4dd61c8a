/** Plans the RoleBindings of an app cluster in a service namespace; pure. */
import { names, type APIServiceExport } from '@klutch/bind-api';
import type { RoleBinding } from '@klutch/kube';
import { exportApi } from '../apiResource';
import { backendNames } from '../backendNames';
import { compareRoleBinding } from '../roles/ensureRoleBinding';
import { apiRoleBinding } from '../roles/tenantRole';
import { apiRoleName } from '../roles/templateRole';

type Export = Pick<APIServiceExport, 'spec'>;

/** Observed state of a service namespace. */
export interface RoleBindingFacts {
  namespace: string;
  /** Cluster namespace of the app cluster. */
  clusterNamespace: string;
  /** Exports of the app cluster. */
  exports: readonly Export[];
  /** Whether the roles of an API exist. */
  isGrantable: (apiExport: Export) => boolean;
  /** All RoleBindings in the service namespace. */
  current: readonly RoleBinding[];
}

/** Applied in this order, so that no right is missing in between. */
export interface RoleBindingsPlan {
  grant: RoleBinding[];
  withdraw: RoleBinding[];
}

/**
 * One RoleBinding for each exported API. An existing one is kept when the roles of its API are missing.
 * `klutch-binder`, created by the reference and by earlier versions of this backend, is deleted once the others replace
 * all of its rights.
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

/**
 * Only an export that the reference created for cluster-wide watches needs a cluster-wide grant; this backend creates
 * none.
 */
export const isClusterWide = ({ spec }: Export): boolean =>
  spec.informerScope === 'Cluster';
