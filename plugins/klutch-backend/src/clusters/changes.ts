/** What happened in a cluster, for those who tell people: which claims, or the platform as a whole. */

/** Hears of changes. Content never passes here. */
export interface ChangeListener {
  /** Claims of a namespace of an app cluster. */
  claims(cluster: string, namespace: string): void;
  /** Templates, requests, exports, app clusters, services, reachability. */
  platform(): void;
}
