/** Name of a cluster in messages. */
export type ClusterDisplayName = 'control plane' | 'app cluster';
