/** The reference's CLI on an app cluster: its requests, writes and output, in its format and order. */
import { randomBytes } from 'node:crypto';
import {
  apiName,
  bindResources,
  clusterId,
  codeGrantOf,
  names,
  readBindingProvider,
  sessionId,
  type APIServiceExportRequest,
  type BindingResponse,
} from '@klutch/bind-api';
import { core, isAlreadyExists, type KubeClient } from '@klutch/kube';
import { kubeconfigTarget } from '../../tokens/kubeconfig';
import { clientOf, eventually } from './controlPlane';

const namespace = names.appClusterNamespace;

const decode = (base64: string) => Buffer.from(base64, 'base64').toString();

/**
 * Query that the CLI adds to the URL of `/export`.
 * @param exported - response of `/export`
 */
export const loginQuery = async (appCluster: KubeClient, exported: unknown) => {
  const provider = readBindingProvider(exported);
  if (!provider.ok) throw new Error(provider.error);
  const key = { name: namespace };
  const cliNamespace =
    (await appCluster.get(core.namespaces, key)) ??
    (await appCluster.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: key,
    }));
  return {
    url: codeGrantOf(provider.value)?.authenticatedURL,
    query: {
      p: '8085',
      s: sessionId(randomBytes(28)),
      c: clusterId(cliNamespace.metadata.uid ?? ''),
    },
  };
};

/** Identifies its Secret by content: the server, and the namespace of the context. */
export const keepKubeconfig = async (
  appCluster: KubeClient,
  kubeconfig: string,
): Promise<string> => {
  const wanted = JSON.stringify(kubeconfigTarget(decode(kubeconfig)));
  const { items } = await appCluster.list(core.secrets, { namespace });
  const found = items.find(
    ({ data }) =>
      data?.kubeconfig &&
      JSON.stringify(kubeconfigTarget(decode(data.kubeconfig))) === wanted,
  );
  const data = { kubeconfig };
  const { metadata } = found
    ? await appCluster.mergePatch(
        core.secrets,
        { namespace, name: found.metadata.name ?? '' },
        { data },
      )
    : await appCluster.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace, generateName: 'kubeconfig-' },
        data,
      });
  return metadata.name ?? '';
};

/** Uses the name of the request, and a generated name if that is taken. */
const post = async (
  controlPlane: KubeClient,
  where: string,
  { metadata, spec }: APIServiceExportRequest,
) => {
  const create = (name: object) =>
    controlPlane.create(bindResources.requests, {
      apiVersion: names.apiVersion,
      kind: bindResources.requests.kind,
      metadata: { namespace: where, ...name },
      spec,
    });
  try {
    return await create({ name: metadata.name });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return create({ generateName: `${metadata.name}-` });
  }
};

/**
 * Runs the sub-command, which reads one manifest from the file that the whole response is written to; answers every
 * question about permission claims with yes.
 * @param name - name of the kubeconfig Secret
 */
export const runSubCommand = async (
  appCluster: KubeClient,
  { requests }: BindingResponse,
  name: string,
): Promise<void> => {
  const file = requests.map(one => JSON.stringify(one)).join('');
  const secret = await appCluster.get(core.secrets, { namespace, name });
  const kubeconfig = decode(secret?.data?.kubeconfig ?? '');
  const where = kubeconfigTarget(kubeconfig)?.namespace ?? '';
  const request: APIServiceExportRequest = JSON.parse(file);
  const controlPlane = clientOf(kubeconfig);
  try {
    const posted = await eventually('the request is accepted', () =>
      post(controlPlane, where, request),
    );
    const key = { namespace: where, name: posted.metadata.name ?? '' };
    await eventually('the request succeeds', async () => {
      const found = await controlPlane.get(bindResources.requests, key);
      return found?.status?.phase === 'Succeeded';
    });
  } finally {
    await controlPlane.close();
  }
  await eventually(
    'bindings can be listed: a konnector is there',
    async () => appCluster.list(bindResources.bindings, { namespace }),
    60_000,
  );
  for (const { group = '', resource, permissionClaims } of request.spec
    .resources) {
    const binding = { namespace, name: apiName({ group, resource }) };
    if (await appCluster.get(bindResources.bindings, binding)) continue;
    await appCluster.create(bindResources.bindings, {
      apiVersion: names.apiVersion,
      kind: bindResources.bindings.kind,
      metadata: binding,
      spec: {
        kubeconfigSecretRef: { namespace, name, key: 'kubeconfig' },
        permissionClaims: permissionClaims?.map(claim => ({
          ...claim,
          state: 'Accepted' as const,
        })),
      },
    });
  }
};
