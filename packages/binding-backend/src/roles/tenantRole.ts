/** The service account of an app cluster on the control plane cluster, and its RoleBindings. */
import { names, type ApiResource } from '@klutch/bind-api';
import type { RoleBinding, ServiceAccount } from '@klutch/kube';
import { apiRoleName } from './templateRole';

const rbacGroup = 'rbac.authorization.k8s.io';

/**
 * The RoleBinding has the name of its ClusterRole, so that RBAC and the admission policy can restrict what the backend
 * binds.
 */
const tenantRoleBinding = (
  namespace: string,
  clusterNamespace: string,
  clusterRole: string,
): RoleBinding => ({
  apiVersion: `${rbacGroup}/v1`,
  kind: 'RoleBinding',
  metadata: { name: clusterRole, namespace },
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
  tenantRoleBinding(clusterNamespace, clusterNamespace, names.binder);

/** In a service namespace: the rights on one exported API and its claims. */
export const apiRoleBinding = (
  namespace: string,
  clusterNamespace: string,
  api: ApiResource,
): RoleBinding =>
  tenantRoleBinding(namespace, clusterNamespace, apiRoleName(api));

/** The identity of an app cluster's konnector; its token is not mounted automatically. */
export const binderServiceAccount = (
  clusterNamespace: string,
): ServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: names.binder, namespace: clusterNamespace },
  automountServiceAccountToken: false,
});
