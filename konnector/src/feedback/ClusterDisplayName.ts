/** Names of the clusters in messages. */
import type { ClaimOwner } from '@klutch/bind-api';

export type ClusterDisplayName = 'control plane' | 'app cluster';

/** The names by the owner of the objects there. */
export const clusterNames = {
  Provider: 'control plane',
  Consumer: 'app cluster',
} as const satisfies Record<ClaimOwner, ClusterDisplayName>;
