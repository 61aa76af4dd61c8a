/** AppClusterBindings shared by several tests. */
import {
  bindResources,
  names,
  type APIServiceBinding,
  type AppClusterBinding,
} from '@klutch/bind-api';
import type { ObjectMeta } from '@klutch/kube';
import { databases } from './samples';

/** AppClusterBinding `platform/apps`, which binds databases. */
export const appClusterBinding = (
  spec: Partial<AppClusterBinding['spec']> = {},
  metadata: ObjectMeta = {},
): AppClusterBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.appClusterBindings.kind,
  metadata: { namespace: 'platform', name: 'apps', uid: 'uid-1', ...metadata },
  spec: {
    kubeconfigSecretRef: {
      namespace: 'platform',
      name: 'apps',
      key: 'kubeconfig',
    },
    apiExports: [databases],
    ...spec,
  },
});

/** Name of the cluster namespace of `platform/apps`. */
export const appClusterNamespace = 'klutch-bind-platform-apps';

/** The binding of databases in the cluster namespace of `platform/apps`. */
export const databasesBinding = (
  metadata: ObjectMeta = {},
  permissionClaims: NonNullable<
    APIServiceBinding['spec']
  >['permissionClaims'] = [],
): APIServiceBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.bindings.kind,
  metadata: {
    namespace: appClusterNamespace,
    name: 'databases.example.test',
    labels: {
      'klutch.anynines.com/appclusterbinding-name': 'apps',
      'klutch.anynines.com/appclusterbinding-namespace': 'platform',
    },
    ...metadata,
  },
  spec: {
    kubeconfigSecretRef: {
      namespace: appClusterNamespace,
      name: 'kubeconfig',
      key: 'kubeconfig',
    },
    permissionClaims,
  },
});
