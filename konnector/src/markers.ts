/** All names the konnector reads and writes, including those that bind-api shares. */
import { annotations as wire, finalizers, names } from '@klutch/bind-api';

/** Annotation keys the konnector reads and writes: the shared ones of bind-api, and its own. */
export const annotations = {
  ...wire,
  /**
   * On app cluster objects that were created from a control plane object: the UID of that object. Until the copy has
   * our marks, the UID proves that the copy belongs to the object.
   */
  adoptedFrom: `${names.group}/adopted-from`,
  /**
   * On claimed copies: the label and field selectors by which claims select the
   * original, as JSON; absent when a claim selects all objects.
   */
  selectedBy: `${names.group}/selected-by`,
  /** On an app cluster object, set to `keep` by a user: when the object is deleted, its copy stays. */
  deletion: `${names.group}/deletion`,
  /**
   * On CRDs in control-plane mode: UID of the binding, which is in another
   * cluster; replaces an owner reference. Removed by unbinding.
   */
  bindingUid: `${names.group}/binding-uid`,
  /**
   * On bindings: recent deletions that the breaker let pass, and whether deletions
   * are paused, as JSON; survives restarts.
   */
  deletions: `${names.group}/deletions`,
  /** On a binding, set by an operator: number of additional deletions to approve; removed by the breaker. */
  approveDeletions: `${names.group}/approve-deletions`,
  /**
   * On a binding, set to `"true"` by an operator: no data is written or deleted
   * on either side until the annotation is removed.
   */
  suspend: `${names.group}/suspend`,
  /**
   * On a binding, set by an operator: UID of the app cluster that this one was
   * restored from, whose copies are taken over.
   */
  takeOverFrom: `${names.group}/take-over-from`,
} as const;

const carriedKeysPrefix = `${names.group}/carried-keys.`;

/**
 * On claimed objects: the keys of labels and annotations that were copied from the other side, as JSON, so that they
 * can be removed again. One annotation per control plane, as several may claim the same object of the app cluster.
 */
export const carriedKeysOf = ({
  providerNamespaceUid,
}: Pick<ClusterPins, 'providerNamespaceUid'>): string =>
  `${carriedKeysPrefix}${providerNamespaceUid}`;

/** Whether an annotation is a key from {@link carriedKeysOf} of any control plane. */
export const isCarriedKeys = (annotation: string): boolean =>
  annotation.startsWith(carriedKeysPrefix);

/** Types of conditions that the reference does not have: on bindings, except for the last. */
export const conditions = {
  /** Objects are synced; False when suspended by an operator or paused by the breaker. */
  syncing: 'Syncing',
  /** On bindings with accepted permission claims: all of them are served. */
  permissionClaimsServed: 'PermissionClaimsServed',
  /** True or absent: the token of the kubeconfig never expires. */
  nonExpiringToken: 'NonExpiringToken',
  /** True or absent: a renewed kubeconfig cannot be written into the Secret of the app cluster. */
  kubeconfigUpdateFailed: 'KubeconfigUpdateFailed',
  /** True or absent: the token of the kubeconfig was not renewed in time and will expire. */
  tokenNotRenewed: 'TokenNotRenewed',
  /** True or absent: copies whose object on the app cluster is missing without an observed deletion. */
  orphanedCopies: 'OrphanedCopies',
  /** True or absent: claimed copies on the app cluster from another konnector, whose original is missing. */
  orphanedAppClusterCopies: 'OrphanedAppClusterCopies',
  /** True or absent: objects whose name on the control plane is used by a foreign object. */
  nameCollisions: 'NameCollisions',
  /** True or absent: claimed objects that a cluster rejects, and that no Event can reference. */
  refusedObjects: 'RefusedObjects',
  /** True or absent: objects that could not be checked since the konnector started. */
  uncheckedObjects: 'UncheckedObjects',
  /** On synced objects whose schema has conditions: the konnector's state of the object. */
  objectSynced: 'KonnectorSynced',
} as const;

/** Labels the konnector reads and writes. */
export const labels = {
  /** `Provider` on claimed copies on the app cluster, so that one watch selects them and nothing else. */
  resourceOwner: wire.resourceOwner,
} as const;

/** Finalizer on APIServiceBindings: removed once no object of the API has the syncer's finalizer. */
export const unbindFinalizer = finalizers.unbind;

/** UIDs that identify the two clusters of a binding; constant while the clusters are the same. */
export interface ClusterPins {
  /** UID of the app cluster's `kube-system` namespace. */
  consumerCluster: string;
  /** UID of the cluster namespace on the control plane. */
  providerNamespaceUid: string;
  /** UID of the app cluster that this one was restored from, if annotated: its copies belong to this one. */
  formerCluster?: string;
}

/** Whether an annotation is one of ours or of the reference. */
export const isMark = (key: string): boolean =>
  key.startsWith(`${names.group}/`);

/** Those annotations that are ours or the reference's. */
export const ownMarksIn = (found: Record<string, string>) =>
  Object.fromEntries(Object.entries(found).filter(([key]) => isMark(key)));
