/** Roles and role bindings of one app cluster's service account on the control plane. */
import {
  binderClusterRoleName,
  names,
  type APIServiceExport,
  controlPlaneGrants,
  mergeGrants,
} from '@klutch/bind-api';
import type {
  ClusterRole,
  PolicyRule,
  RoleBinding,
  ServiceAccount,
} from '@klutch/kube';
import { exportApi } from '../apiResource';

const rbacGroup = 'rbac.authorization.k8s.io';

/** Rights in service namespaces that follow from the exports of a cluster namespace and their claims. */
export const tenantRules = (
  exports: readonly Pick<APIServiceExport, 'spec'>[],
): PolicyRule[] =>
  mergeGrants(
    exports.flatMap(apiExport =>
      controlPlaneGrants(
        exportApi(apiExport),
        apiExport.spec.permissionClaims ?? [],
      ),
    ),
  );

/**
 * ClusterRole `klutch-binder-<N>`. It is bound in service namespaces only, never cluster-wide, and goes with the
 * cluster namespace that owns it.
 */
export const tenantClusterRole = (
  clusterNamespace: { name: string; uid: string },
  rules: PolicyRule[],
): ClusterRole => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'ClusterRole',
  metadata: {
    name: binderClusterRoleName(clusterNamespace.name),
    ownerReferences: [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        name: clusterNamespace.name,
        uid: clusterNamespace.uid,
        controller: true,
      },
    ],
  },
  rules,
});

const binderRoleBinding = (
  namespace: string,
  clusterNamespace: string,
  clusterRole: string,
): RoleBinding => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'RoleBinding',
  metadata: { name: names.binder, namespace },
  roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: clusterRole },
  subjects: [
    {
      kind: 'ServiceAccount',
      name: names.binder,
      namespace: clusterNamespace,
    },
  ],
});

/** In the cluster namespace: the static rights of the binding protocol. */
export const clusterNamespaceRoleBinding = (
  clusterNamespace: string,
): RoleBinding =>
  binderRoleBinding(clusterNamespace, clusterNamespace, names.binder);

/** In a service namespace: the rights on data objects. */
export const serviceNamespaceRoleBinding = (
  namespace: string,
  clusterNamespace: string,
): RoleBinding =>
  binderRoleBinding(
    namespace,
    clusterNamespace,
    binderClusterRoleName(clusterNamespace),
  );

/** The identity of an app cluster's konnector; nothing mounts its token by itself. */
export const binderServiceAccount = (
  clusterNamespace: string,
): ServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: names.binder, namespace: clusterNamespace },
  automountServiceAccountToken: false,
});
