/** Bindings and their control planes as commands read them: once, without following anything. */
import { apiServiceBindingCrd, type APIServiceBinding } from '@klutch/bind-api';
import { core, type KubeClient, type Resource } from '@klutch/kube';
import type { Connect } from '../access/connect';
import { readKubeconfigSecret } from '../access/kubeconfigSecret';
import { bindingResourceOf } from '../crds/bindingCrd';
import { idOf } from '../singleObjectWatches';
import { wordsOf } from '../trouble';
import { namesNoSecret } from './openSecret';

/** All bindings of an app cluster. */
export interface FoundBindings {
  /** Bindings of v1.5.0 are cluster-scoped. */
  resource: Resource<APIServiceBinding>;
  bindings: APIServiceBinding[];
}

/** @throws Error in words when the cluster knows no bindings. */
export async function readBindings(client: KubeClient): Promise<FoundBindings> {
  const { name = '' } = apiServiceBindingCrd('Namespaced').metadata;
  const crd = await client.get(core.customResourceDefinitions, { name });
  if (!crd) {
    throw new Error(
      `The cluster has no CRD ${name}, so nothing is bound to it. Give the kubeconfig of the app cluster.`,
    );
  }
  const resource = bindingResourceOf(crd);
  const { items } = await client.list(resource);
  return { resource, bindings: items };
}

/** A connection to the control plane of a binding, or why there is none, in words. */
export type ReachedControlPlane =
  | { ok: true; client: KubeClient; clusterNamespace: string }
  | { ok: false; problem: string };

/** @param client - of the cluster that has the bindings; the other one that comes of this is for the caller to close. */
export async function reachControlPlane(
  client: KubeClient,
  { spec }: APIServiceBinding,
  connect: Connect,
): Promise<ReachedControlPlane> {
  const ref = spec?.kubeconfigSecretRef;
  if (!ref) return { ok: false, problem: namesNoSecret };
  const { namespace, name, key } = ref;
  const where = `Secret ${idOf(ref)}`;
  try {
    const secret = await client.get(core.secrets, { namespace, name });
    const reading = readKubeconfigSecret(secret, key, where);
    if (!reading.ok) return { ok: false, problem: reading.message };
    const { kubeConfig, namespace: clusterNamespace } = reading.value;
    return { ok: true, client: connect(kubeConfig), clusterNamespace };
  } catch (error) {
    return { ok: false, problem: `${where}: ${wordsOf(error)}` };
  }
}
