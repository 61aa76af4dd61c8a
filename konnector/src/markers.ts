/** The annotations and labels that tell the konnector what is its own; wire names come from bind-api, the rest are ours. */
import { annotations as wire, names } from '@klutch/bind-api';

/** Annotation keys the konnector writes and reads. */
export const annotations = {
  ...wire,
  /**
   * On control plane copies: UID of the app cluster object they were made from. Informative; a restored object with a
   * new UID takes its copy over.
   */
  consumerUid: `${names.group}/consumer-uid`,
  /**
   * On control plane copies and APIServiceNamespaces: UID of the app cluster's `kube-system` namespace, which stands for
   * the cluster. A copy with another value is never touched.
   */
  consumerCluster: `${names.group}/consumer-cluster`,
  /**
   * On control plane copies and installed CRDs: hash of what was applied last. Tells after a restart that a field was
   * removed, without reading managedFields.
   */
  appliedHash: `${names.group}/applied-hash`,
  /**
   * On APIServiceBindings and claimed copies: UID of the cluster namespace. A binding whose cluster namespace has another
   * UID than the one recorded is not synced until a person removes the annotation.
   */
  providerNamespaceUid: `${names.group}/provider-namespace-uid`,
  /** Set to `"true"` by a person on a control plane object that is not ours: the konnector may take it over. */
  adopt: `${names.group}/adopt`,
} as const;

/** Labels the konnector writes and reads. */
export const labels = {
  /** `Provider` on claimed copies on the app cluster, so that one watch sees them and nothing else. */
  resourceOwner: wire.resourceOwner,
} as const;

/** Finalizer on APIServiceBindings: gone once no object of the API carries the syncer's finalizer any more. */
export const unbindFinalizer = `${names.group}/unbind`;

/** What stands for the two clusters of a binding; neither changes while the clusters are the same. */
export interface ClusterPins {
  /** UID of the app cluster's `kube-system` namespace. */
  consumerCluster: string;
  /** UID of the cluster namespace on the control plane. */
  providerNamespaceUid: string;
}
