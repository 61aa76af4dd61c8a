/** Deployments of konnectors on the app cluster. */
import { names } from '@klutch/bind-api';
import { defineResource, type KubeClient, type KubeObject } from '@klutch/kube';

/** A Deployment with the fields that commands read. */
export type Deployment = KubeObject & {
  spec?: {
    replicas?: number;
    selector?: { matchLabels?: Record<string, string> };
    template?: {
      metadata?: { labels?: Record<string, string> };
      spec?: { containers?: { args?: string[]; image?: string }[] };
    };
  };
  status?: {
    observedGeneration?: number;
    updatedReplicas?: number;
    readyReplicas?: number;
    conditions?: { type: string; status: string; message?: string }[];
  };
};

/** Deployments, in their stable version. */
export const deployments = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

const { appClusterNamespace: namespace } = names;

/** Our konnector and the reference's have a Deployment of this name, so only one can exist. */
export const konnectorKey = { namespace, name: names.konnector };

/** Label of the pods of all konnectors. */
export const konnectorSelector = `app=${names.konnector}`;

/** The flag exists only in our konnector, and all our manifests set it. */
const ownFlag = '--health-address';

/** The konnector that a Deployment runs. */
export type KonnectorKind = 'klutch' | 'reference';

/** The konnector of a Deployment, by its arguments. */
export const konnectorKind = ({ spec }: Deployment): KonnectorKind =>
  (spec?.template?.spec?.containers ?? []).some(({ args = [] }) =>
    args.some(arg => arg.startsWith(ownFlag)),
  )
    ? 'klutch'
    : 'reference';

/**
 * Our konnector, if one is installed.
 *
 * @throws Error with `advice` when the Deployment `konnector` runs the reference's konnector
 */
export async function requireNoReference(
  client: KubeClient,
  advice: string,
): Promise<Deployment | undefined> {
  const found = await client.get(deployments, konnectorKey);
  if (!found || konnectorKind(found) === 'klutch') return found;
  throw new Error(
    `deployment/${names.konnector} in ${namespace} is the reference's konnector, and nothing was changed. ${advice}`,
  );
}

/** All konnectors of the app cluster: one, or one for each shard. */
export async function readKonnectors(
  client: KubeClient,
  signal?: AbortSignal,
): Promise<Deployment[]> {
  const { items } = await client.list(deployments, {
    namespace,
    labelSelector: konnectorSelector,
    signal,
  });
  return items;
}

/** Image of the konnector's container. */
export const imageOf = ({ spec }: Deployment): string =>
  spec?.template?.spec?.containers?.[0]?.image ?? '';
