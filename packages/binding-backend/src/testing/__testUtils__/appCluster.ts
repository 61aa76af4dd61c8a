/** AppClusterBindings on a test's control plane cluster: their Secrets and their state. */
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

/** A kubeconfig as uploaded by a user; `note` makes the content unique. */
export const uploadedKubeconfig = (note: string): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'apps', cluster: { server: 'https://apps.example' } }],
    users: [{ name: 'apps', user: { token: `token-${note}` } }],
    contexts: [{ name: 'apps', context: { cluster: 'apps', user: 'apps' } }],
    'current-context': 'apps',
  });

/** Installs the types and rights of control-plane mode; start backends with the option afterwards. */
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
  /** Its cluster namespace. */
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
  /** The konnector's first write to a binding; reports readiness. */
  markBindingReady(): Promise<unknown>;
  /** The konnector's last write to a binding. */
  removeBindingFinalizer(): Promise<unknown>;
}

/** An AppClusterBinding to create; its Secret is `kubeconfig-<name>`. */
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
      eventually(`${name} is deleted`, async () => !(await get())),
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

/** Patch that sets the annotation abandon-app-cluster. */
export const abandonAppClusterPatch = {
  metadata: { annotations: { [annotations.abandonAppCluster]: 'true' } },
};
