/** What a cluster is called in messages. */
export type ClusterDisplayName = 'control plane' | 'app cluster';
