/** `clusters`: the app clusters of a control plane. */
import {
  annotations,
  bindResources,
  conditionTypes,
  getCondition,
  withoutBuildMetadata,
  type ClusterBinding,
} from '@klutch/bind-api';
import { core, isNotFound, metadataOf, type KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { listText } from '../output/objects';
import { ageText, tableText } from '../output/table';

/** Flags of `clusters`. */
export interface ClustersFlags {
  output?: 'wide' | 'yaml' | 'json';
}

/** Identities by cluster namespace: `<issuer>#<subject>#<cluster id>`. */
async function identities(client: KubeClient): Promise<Map<string, string>> {
  const { items } = await client.list(metadataOf(core.namespaces));
  return new Map(
    items.map(({ metadata }) => [
      metadata.name ?? '',
      metadata.annotations?.[annotations.identity] ?? '',
    ]),
  );
}

const cells = (
  { metadata, status }: ClusterBinding,
  now: Date,
  identity?: string,
): string[] => [
  metadata.namespace ?? '',
  getCondition(status?.conditions, conditionTypes.ready)?.status ?? 'Unknown',
  withoutBuildMetadata(status?.konnectorVersion ?? '') || '<unknown>',
  ageText(status?.lastHeartbeatTime ?? undefined, now),
  ageText(metadata.creationTimestamp, now),
  ...(identity === undefined ? [] : [identity || '<unknown>']),
];

/** @throws Error where the kind is not served, as on app clusters */
async function readClusterBindings(
  client: KubeClient,
): Promise<ClusterBinding[]> {
  try {
    return (await client.list(bindResources.clusterBindings)).items;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new Error(
      'This cluster is no control plane, because it does not serve ClusterBindings. Select the control plane with --context.',
      { cause: error },
    );
  }
}

/** Prints the app clusters; needs the right to list ClusterBindings in all namespaces. */
export async function runClusters(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  { output }: ClustersFlags,
): Promise<void> {
  const items = await readClusterBindings(client);
  if (output === 'yaml' || output === 'json') {
    stdout.write(listText(items, output));
    return;
  }
  if (items.length === 0) {
    stderr.write(
      'This control plane has no app clusters. Select another cluster with --context, or bind one with "kubectl klutch bind <url>".\n',
    );
    return;
  }
  const wide = output === 'wide' ? await identities(client) : undefined;
  const now = new Date();
  const headings = ['NAMESPACE', 'READY', 'KONNECTOR', 'HEARTBEAT', 'AGE'];
  stdout.write(
    tableText([
      [...headings, ...(wide ? ['IDENTITY'] : [])],
      ...items.map(binding =>
        cells(
          binding,
          now,
          wide && (wide.get(binding.metadata.namespace ?? '') ?? ''),
        ),
      ),
    ]),
  );
}
