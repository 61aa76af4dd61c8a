/** Notifications about changes in a cluster: of claims, or of the platform as a whole. */

/** Is notified of changes, without names or content. */
export interface ChangeListener {
  /** Claims of an app cluster. */
  onClaimsChanged(): void;
  /** Templates, requests, exports, app clusters, services or reachability changed. */
  onPlatformChanged(): void;
}
