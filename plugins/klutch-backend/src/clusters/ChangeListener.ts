/** Notifications about changes in a cluster. */
import type { CacheChange } from '@klutch/kube';
import type { ApiDescriptor, ClaimObject } from '../claimApis/claimResource';

export type ClaimChange = CacheChange<ClaimObject> & { api: ApiDescriptor };

/** Is notified of changes in clusters. */
export interface ChangeListener {
  /** @param cluster - id of the app cluster */
  onClaimChanged(cluster: string, change: ClaimChange): void;
  /** A cache of claims became complete, or lost or regained its connection. */
  onClaimHealthChanged(): void;
  /** The RoleBindings of a namespace with claims changed, so that people may see others than before. */
  onRightsChanged(): void;
  /** Templates, requests, exports, app clusters, services or reachability changed. */
  onPlatformChanged(): void;
}
