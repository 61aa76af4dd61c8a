/** Reads bindings and their clusters for CLI commands: once, without watches. */
import {
  apiServiceBindingCrd,
  bindResources,
  type APIServiceBinding,
} from '@klutch/bind-api';
import {
  core,
  type KubeClient,
  type Resource,
  errorMessage,
} from '@klutch/kube';
import { connect, type KubeConfig } from '../access/connect';
import {
  readAppClusterSecret,
  readKubeconfigSecret,
} from '../access/kubeconfigSecret';
import { bindingResourceOf } from '../crds/bindingCrd';
import { idOf } from '../singleObjectWatches';
import type { RemoteAppCluster } from '../topology/Topology';
import { missingSecretRef } from './openSecret';

export interface BindingList {
  /** Bindings of v1.5.0 are cluster-scoped. */
  resource: Resource<APIServiceBinding>;
  bindings: APIServiceBinding[];
}

/** Lists all bindings. @throws Error with a message for the user when the cluster has no CRD of bindings. */
async function readBindings(client: KubeClient): Promise<BindingList> {
  const { name = '' } = apiServiceBindingCrd('Namespaced').metadata;
  const crd = await client.get(core.customResourceDefinitions, { name });
  if (!crd) {
    throw new Error(
      `The cluster has no CRD ${name}, so it has no bindings. Give the kubeconfig of the app cluster.`,
    );
  }
  const resource = bindingResourceOf(crd);
  const { items } = await client.list(resource);
  return { resource, bindings: items };
}

/** A connection to the control plane of a binding, or a message for the user why there is none. */
export type ControlPlaneConnection =
  | { ok: true; client: KubeClient; clusterNamespace: string }
  | { ok: false; problem: string };

/** One app cluster with its bindings, in either topology. */
export interface BoundCluster {
  /** The cluster with the bindings and the Lease of their konnector. */
  bindingCluster: KubeClient;
  appCluster: KubeClient;
  /** @throws Error with a message for the user when the cluster has no CRD of bindings. */
  readBindings(): Promise<BindingList>;
  /** The caller closes the connection. */
  connectControlPlane(
    binding: APIServiceBinding,
  ): Promise<ControlPlaneConnection>;
  close(): Promise<void>;
}

async function connectFromSecret(
  client: KubeClient,
  { spec }: APIServiceBinding,
): Promise<ControlPlaneConnection> {
  const ref = spec?.kubeconfigSecretRef;
  if (!ref) return { ok: false, problem: missingSecretRef };
  const { namespace, name, key } = ref;
  const where = `Secret ${idOf(ref)}`;
  try {
    const secret = await client.get(core.secrets, { namespace, name });
    const reading = readKubeconfigSecret(secret, key, where);
    if (!reading.ok) return { ok: false, problem: reading.message };
    const { kubeConfig, namespace: clusterNamespace } = reading.value;
    return { ok: true, client: connect(kubeConfig), clusterNamespace };
  } catch (error) {
    return { ok: false, problem: `${where}: ${errorMessage(error)}` };
  }
}

/**
 * An app cluster that has its bindings itself.
 * @param client - used until the result is closed, which closes the client.
 */
export const boundAppCluster = (client: KubeClient): BoundCluster => ({
  bindingCluster: client,
  appCluster: client,
  readBindings: () => readBindings(client),
  connectControlPlane: binding => connectFromSecret(client, binding),
  close: () => client.close(),
});

async function onControlPlane({
  controlPlane,
  clusterNamespace,
  kubeconfigSecret,
}: RemoteAppCluster): Promise<BoundCluster> {
  const client = connect(controlPlane);
  const { namespace, name, key } = kubeconfigSecret;
  const resource = bindResources.bindings;
  try {
    const secret = await client.get(core.secrets, { namespace, name });
    const where = `Secret ${namespace}/${name}`;
    const reading = readAppClusterSecret(secret, key, where);
    if (!reading.ok) throw new Error(reading.message);
    const appCluster = connect(reading.value.kubeConfig);
    return {
      bindingCluster: client,
      appCluster,
      async readBindings() {
        const { items } = await client.list(resource, {
          namespace: clusterNamespace,
        });
        return { resource, bindings: items };
      },
      connectControlPlane: async () => ({
        ok: true,
        client: connect(controlPlane),
        clusterNamespace,
      }),
      async close() {
        await Promise.all([client.close(), appCluster.close()]);
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Location of the app cluster's objects on a control plane; undefined outside control-plane mode. */
export type RemoteLocation = Omit<RemoteAppCluster, 'controlPlane'> | undefined;

/**
 * Opens the app cluster.
 * @param kubeConfig - of the app cluster; in control-plane mode of the control plane.
 * @throws Error with a message for the user when a kubeconfig is invalid.
 */
export const openBoundCluster = async (
  kubeConfig: KubeConfig,
  remote: RemoteLocation,
): Promise<BoundCluster> =>
  remote
    ? onControlPlane({ controlPlane: kubeConfig, ...remote })
    : boundAppCluster(connect(kubeConfig));
