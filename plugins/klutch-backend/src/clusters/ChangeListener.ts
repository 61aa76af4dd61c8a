/** What happened in a cluster, for those who tell people: claims changed, or the platform as a whole. */

/** Hears of changes. Neither content nor names pass here. */
export interface ChangeListener {
  /** Claims of an app cluster. */
  onClaimsChanged(): void;
  /** Templates, requests, exports, app clusters, services, reachability. */
  onPlatformChanged(): void;
}
