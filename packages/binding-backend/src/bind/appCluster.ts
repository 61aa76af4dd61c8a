/** The writes of a binding to the app cluster; each step is idempotent. */
import {
  bindResources,
  crds,
  fieldManagers,
  names,
  type APIServiceBinding,
  type AcceptablePermissionClaim,
  apiName,
  type ApiResource,
  konnectorApiRole,
  toYaml,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  createIfAbsent,
  isForbidden,
  type KubeClient,
} from '@klutch/kube';
import equal from 'fast-deep-equal';
import { BindingError } from '../errors/BindingError';
import { waitForState } from './waitForState';

const namespace = names.appClusterNamespace;
const bindingCrd = crds.apiServiceBindings;

/** Namespace `klutch-bind`. */
export const ensureAppClusterNamespace = async (
  appCluster: KubeClient,
): Promise<void> => {
  if (await appCluster.get(core.namespaces, { name: namespace })) return;
  await createIfAbsent(appCluster, core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
};

/**
 * Ensures the resource type APIServiceBinding and waits until it is served. The konnector keeps the type up to date
 * afterwards.
 * @throws BindingError `Conflict` for the cluster-scoped type of old releases, `Timeout` when the type is not served in
 * time
 */
export const ensureBindingCrd = async (
  appCluster: KubeClient,
  deadline: number,
): Promise<void> => {
  const name = bindingCrd.metadata.name ?? '';
  const existing = await appCluster.get(core.customResourceDefinitions, {
    name,
  });
  if (existing?.spec.scope === 'Cluster') {
    throw new BindingError(
      'Conflict',
      `The app cluster has the cluster-scoped APIServiceBinding type of an older release, which cannot be changed in place. Remove its bindings and the CRD ${name}, then bind again.`,
    );
  }
  if (!existing) {
    await createIfAbsent(
      appCluster,
      core.customResourceDefinitions,
      bindingCrd,
    );
  }
  const bindings = createCache({
    client: appCluster,
    namespace,
    resource: bindResources.bindings,
  });
  await waitForState({
    caches: [bindings],
    check: () => true,
    deadline,
    onDeadline: () =>
      new BindingError(
        'Timeout',
        `The app cluster does not serve ${name} (${bindings.health.message ?? bindings.health.state}). Check its API server and your rights there, then bind again.`,
      ),
  });
};

/**
 * Grants the konnector the rights for this API and the accepted claims.
 * @throws BindingError `Misconfigured` with the YAML when the user may not grant these rights
 */
export const grantKonnectorRights = async (
  appCluster: KubeClient,
  api: ApiResource,
  accepted: readonly AcceptablePermissionClaim[],
): Promise<void> => {
  const role = konnectorApiRole(api, accepted);
  try {
    await appCluster.apply(core.clusterRoles, role, {
      fieldManager: fieldManagers.backend,
      force: true,
    });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new BindingError(
      'Misconfigured',
      `You may not give the konnector its rights for ${apiName(api)} on the app cluster. Ask an administrator of that cluster to apply this, then bind again:\n${toYaml([role])}`,
      { cause: error },
    );
  }
};

/** The existing binding; undefined when there is none. */
export const existingBinding = (
  appCluster: KubeClient,
  api: ApiResource,
): Promise<APIServiceBinding | undefined> =>
  appCluster.get(bindResources.bindings, { namespace, name: apiName(api) });

/**
 * Ensures the APIServiceBinding with the decided claims.
 * @throws BindingError `Conflict` when a binding of the same name is being deleted
 */
export const ensureBinding = async (
  appCluster: KubeClient,
  api: ApiResource,
  secretName: string,
  claims: readonly AcceptablePermissionClaim[],
): Promise<string> => {
  const name = apiName(api);
  const existing = await existingBinding(appCluster, api);
  if (existing?.metadata.deletionTimestamp) {
    throw new BindingError(
      'Conflict',
      `The binding ${name} is being deleted from the app cluster. Bind again when it is gone.`,
    );
  }
  if (existing) {
    if (equal(existing.spec?.permissionClaims ?? [], claims)) return name;
    await appCluster.mergePatch(
      bindResources.bindings,
      { namespace, name },
      {
        metadata: { uid: existing.metadata.uid },
        spec: { permissionClaims: claims },
      },
      { fieldManager: fieldManagers.backend },
    );
    return name;
  }
  await createIfAbsent(appCluster, bindResources.bindings, {
    apiVersion: names.apiVersion,
    kind: bindResources.bindings.kind,
    metadata: { name, namespace },
    spec: {
      kubeconfigSecretRef: {
        name: secretName,
        key: names.kubeconfigKey,
        namespace,
      },
      permissionClaims: [...claims],
    },
  });
  return name;
};
