/** AppClusterBindings on a test's control plane: their Secrets, and what becomes of them. */
import {
  annotations,
  bindResources,
  controlPlaneModeCrds,
  getCondition,
  names,
  type APIServiceBinding,
  type AppClusterBinding,
  type Condition,
} from '@klutch/bind-api';
import { core, type Namespace } from '@klutch/kube';
import { stringify } from 'yaml';
import { appClusterBindingRoles } from '../../roles/appClusterBindingRoles';
import { databases } from '../samples';
import { byOperator, eventually, type TestControlPlane } from './controlPlane';
import { exportName } from './tenant';

/** A kubeconfig as somebody uploads it; `note` makes it another one. */
export const uploadedKubeconfig = (note: string): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'apps', cluster: { server: 'https://apps.example' } }],
    users: [{ name: 'apps', user: { token: `token-${note}` } }],
    contexts: [{ name: 'apps', context: { cluster: 'apps', user: 'apps' } }],
    'current-context': 'apps',
  });

/** Installs the types and rights of the mode; start backends with the option afterwards. */
export const enableAppClusterBindings = async ({
  admin,
  portal,
  installCrd,
}: TestControlPlane): Promise<void> => {
  await Promise.all(controlPlaneModeCrds.map(installCrd));
  for (const role of appClusterBindingRoles()) {
    await admin.apply(core.clusterRoles, role, byOperator);
  }
  await eventually('the backend has the rights of the mode', () =>
    portal.canI({
      verb: 'create',
      group: 'coordination.k8s.io',
      resource: 'leases',
    }),
  );
};

/** One AppClusterBinding. */
export interface TestAppCluster {
  /** The cluster namespace that it gets. */
  namespace: string;
  create(
    spec?: Partial<AppClusterBinding['spec']>,
    marks?: Record<string, string>,
  ): Promise<unknown>;
  putSecret(kubeconfig: string, where?: string): Promise<unknown>;
  patch(patch: object): Promise<unknown>;
  delete(): Promise<unknown>;
  get(): Promise<AppClusterBinding | undefined>;
  waitForDeletion(): Promise<unknown>;
  waitForCondition(
    type: string,
    test: (found: Condition) => unknown,
  ): Promise<Condition>;
  /** The kubeconfig in the cluster namespace. */
  copy(): Promise<string | undefined>;
  apiBinding(): Promise<APIServiceBinding | undefined>;
  clusterNamespace(): Promise<Namespace | undefined>;
  /** What the konnector does first with a binding, and says when all is well. */
  markBindingReady(): Promise<unknown>;
  /** What the konnector does last. */
  removeBindingFinalizer(): Promise<unknown>;
}

/** An AppClusterBinding that can be made; its Secret is `kubeconfig-<name>`. */
export const appCluster = (
  { admin }: TestControlPlane,
  bindingNamespace: string,
  name: string,
  namespace = `klutch-bind-${bindingNamespace}-${name}`,
): TestAppCluster => {
  const key = { namespace: bindingNamespace, name };
  const secretName = `kubeconfig-${name}`;
  const bindingKey = { namespace, name: exportName };
  const get = () => admin.get(bindResources.appClusterBindings, key);
  return {
    namespace,
    get,
    create: (spec = {}, marks = {}) =>
      admin.create(bindResources.appClusterBindings, {
        apiVersion: names.apiVersion,
        kind: bindResources.appClusterBindings.kind,
        metadata: { ...key, annotations: marks },
        spec: {
          kubeconfigSecretRef: {
            name: secretName,
            namespace: bindingNamespace,
            key: 'kubeconfig',
          },
          apiExports: [databases],
          ...spec,
        },
      }),
    putSecret: (kubeconfig, where = bindingNamespace) =>
      admin.apply(
        core.secrets,
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { namespace: where, name: secretName },
          data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
        },
        byOperator,
      ),
    patch: patch =>
      admin.mergePatch(bindResources.appClusterBindings, key, patch),
    delete: () => admin.delete(bindResources.appClusterBindings, key),
    waitForDeletion: () =>
      eventually(`${name} is gone`, async () => !(await get())),
    waitForCondition: (type, test) =>
      eventually(`${type} of ${name}`, async () => {
        const found = getCondition((await get())?.status?.conditions, type);
        return found && test(found) ? found : undefined;
      }),
    async copy() {
      const found = await admin.get(core.secrets, {
        namespace,
        name: names.kubeconfigSecret,
      });
      const data = found?.data?.kubeconfig;
      return data && Buffer.from(data, 'base64').toString();
    },
    apiBinding: () => admin.get(bindResources.bindings, bindingKey),
    clusterNamespace: () => admin.get(core.namespaces, { name: namespace }),
    async markBindingReady() {
      await eventually('the binding', () =>
        admin.get(bindResources.bindings, bindingKey),
      );
      await admin.mergePatch(bindResources.bindings, bindingKey, {
        metadata: { finalizers: ['klutch.anynines.com/unbind'] },
      });
      const lastTransitionTime = '2026-01-01T00:00:00Z';
      return admin.mergePatch(
        bindResources.bindings,
        bindingKey,
        {
          status: {
            conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }],
          },
        },
        { subresource: 'status' },
      );
    },
    removeBindingFinalizer: () =>
      admin.mergePatch(bindResources.bindings, bindingKey, {
        metadata: { finalizers: null },
      }),
  };
};

/** Gives an app cluster up. */
export const abandonPatch = {
  metadata: { annotations: { [annotations.abandonAppCluster]: 'true' } },
};
