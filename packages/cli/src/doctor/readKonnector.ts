/** Deployments of the konnector on the app cluster. */
import { names } from '@klutch/bind-api';
import { defineResource, type KubeClient, type KubeObject } from '@klutch/kube';

/** The parts of a Deployment that are read. */
export type Deployment = KubeObject & {
  spec?: {
    replicas?: number;
    template?: { spec?: { containers?: { image?: string }[] } };
  };
  status?: { readyReplicas?: number };
};

const deployments = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

/** All konnectors of the app cluster: one, or one for each shard. */
export async function readKonnectors(
  client: KubeClient,
  signal?: AbortSignal,
): Promise<Deployment[]> {
  const { items } = await client.list(deployments, {
    namespace: names.appClusterNamespace,
    labelSelector: `app=${names.konnector}`,
    signal,
  });
  return items;
}

/** Image of the konnector's container. */
export const imageOf = ({ spec }: Deployment): string =>
  spec?.template?.spec?.containers?.[0]?.image ?? '';

/** Tag of an image, or the whole image without one. */
export function imageVersion(image: string): string {
  const [, tag] = /:([^/:@]+)(?:@.*)?$/.exec(image) ?? [];
  return tag ?? image;
}
