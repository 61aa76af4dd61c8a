/** One app cluster's service account on the control plane, and its RoleBindings. */
import { names, type ApiResource } from '@klutch/bind-api';
import type { RoleBinding, ServiceAccount } from '@klutch/kube';
import { apiRoleName } from './templateRole';

const rbacGroup = 'rbac.authorization.k8s.io';

/** Its name is that of the ClusterRole: so RBAC and the admission policy can tell what the backend binds. */
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

/** The identity of an app cluster's konnector; nothing mounts its token by itself. */
export const binderServiceAccount = (
  clusterNamespace: string,
): ServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: names.binder, namespace: clusterNamespace },
  automountServiceAccountToken: false,
});
