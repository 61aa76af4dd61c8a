/** What a cluster is called in messages. */
export type ClusterWord = 'control plane' | 'app cluster';
