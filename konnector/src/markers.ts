/** All names the konnector reads and writes: those that others share come from bind-api. */
import { annotations as wire, finalizers, names } from '@klutch/bind-api';

/** Annotation keys the konnector writes and reads: the shared ones of bind-api, and those that concern it alone. */
export const annotations = {
  ...wire,
  /**
   * On app cluster objects that were made from a control plane object: that object's UID. Until the copy carries our
   * marks, this is how it is known to be the object's own.
   */
  adoptedFrom: `${names.group}/adopted-from`,
  /** What {@link carriedKeysOf} is in place of: older versions kept the keys of all control planes here. */
  carriedKeys: `${names.group}/carried-keys`,
  /** On claimed copies: by which labels and field selectors claims select the original, as JSON; absent when one selects all. */
  selectedBy: `${names.group}/selected-by`,
  /** On an app cluster object, set to `keep` by a person: when the object is deleted, its copy stays. */
  deletion: `${names.group}/deletion`,
  /**
   * On CRDs of control-plane mode: UID of the binding, which is in another cluster; in place of an owner reference.
   * Gone after unbinding.
   */
  bindingUid: `${names.group}/binding-uid`,
  /** On bindings: which deletions the breaker let through lately, and whether it holds them, as JSON; survives restarts. */
  deletions: `${names.group}/deletions`,
  /** On a binding, set by a person: so many deletions more than the breaker would let through; it takes it away. */
  approveDeletions: `${names.group}/approve-deletions`,
  /** On a binding, set to `"true"` by a person: no data is written or deleted on either side until it is removed. */
  suspend: `${names.group}/suspend`,
  /** On a binding, set by a person: UID of the app cluster that this one was restored from; its copies become ours. */
  takeOverFrom: `${names.group}/take-over-from`,
} as const;

/**
 * On claimed objects: the keys of labels and annotations that came from the other side, as JSON, so that they can go again.
 * Each control plane notes its own, as several may claim one object of the app cluster.
 */
export const carriedKeysOf = ({
  providerNamespaceUid,
}: Pick<ClusterPins, 'providerNamespaceUid'>): string =>
  `${annotations.carriedKeys}.${providerNamespaceUid}`;

/** Whether an annotation is what {@link carriedKeysOf} gives some control plane. */
export const isCarriedKeys = (annotation: string): boolean =>
  annotation.startsWith(`${annotations.carriedKeys}.`);

/** Types of conditions that the reference does not have: on bindings, but for the last. */
export const conditions = {
  /** Data flows; False when somebody stopped it, or the breaker did. */
  syncing: 'Syncing',
  /** On bindings with accepted permission claims: all of them are served. */
  permissionClaimsServed: 'PermissionClaimsServed',
  /** True while it holds, else absent: the token of the kubeconfig never ends. */
  longLivedToken: 'LongLivedToken',
  /** True while it holds, else absent: a renewed kubeconfig cannot be written into the Secret of the app cluster. */
  kubeconfigUpdateFailed: 'KubeconfigUpdateFailed',
  /** True while it holds, else absent: the token of the kubeconfig was not renewed in time, and is about to end. */
  tokenNotRenewed: 'TokenNotRenewed',
  /** True while it holds, else absent: copies whose object on the app cluster is gone without having been deleted. */
  orphanedCopies: 'OrphanedCopies',
  /** True while it holds, else absent: claimed copies on the app cluster that another konnector made, and whose original is gone. */
  orphanedAppClusterCopies: 'OrphanedAppClusterCopies',
  /** True while it holds, else absent: objects whose name on the control plane is somebody else's. */
  nameCollisions: 'NameCollisions',
  /** True while it holds, else absent: claimed objects that a cluster does not take, and no Event could tell of. */
  refusedObjects: 'RefusedObjects',
  /** True while it holds, else absent: objects that could not be looked at since the konnector began. */
  uncheckedObjects: 'UncheckedObjects',
  /** On synced objects whose schema has conditions: what the konnector has to say about this object. */
  objectSynced: 'KonnectorSynced',
} as const;

/** Labels the konnector writes and reads. */
export const labels = {
  /** `Provider` on claimed copies on the app cluster, so that one watch sees them and nothing else. */
  resourceOwner: wire.resourceOwner,
} as const;

/** Finalizer on APIServiceBindings: gone once no object of the API carries the syncer's finalizer any more. */
export const unbindFinalizer = finalizers.unbind;

/** What stands for the two clusters of a binding; neither changes while the clusters are the same. */
export interface ClusterPins {
  /** UID of the app cluster's `kube-system` namespace. */
  consumerCluster: string;
  /** UID of the cluster namespace on the control plane. */
  providerNamespaceUid: string;
  /** The app cluster that this one was restored from, if a person says so: its copies are ours. */
  formerCluster?: string;
}
