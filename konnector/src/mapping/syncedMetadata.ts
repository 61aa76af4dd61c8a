/** Which labels and annotations of an app cluster object are synced to the control plane. Pure. */
import { names } from '@klutch/bind-api';

/**
 * Keys of tools that manage the object on the app cluster. On the control plane, the same tools or their users would
 * take the copy for a managed object.
 */
const staysOnAppCluster: readonly RegExp[] = [
  /^([a-z0-9-]+\.)*kubectl\.kubernetes\.io\//,
  /^kapp\.k14s\.io\//,
  /^argocd\.argoproj\.io\//,
  /^([a-z0-9-]+\.)*toolkit\.fluxcd\.io\//,
  /^meta\.helm\.sh\//,
  /^helm\.sh\//,
  /^objectset\.rio\.cattle\.io\//,
  /^(fleet\.)?cattle\.io\//,
  /^config\.k8s\.io\/owning-inventory$/,
  /^cli-utils\.sigs\.k8s\.io\//,
  new RegExp(`^${names.group.replaceAll('.', '\\.')}/`),
];

/** The entries of a label or annotation map that are synced to the control plane. */
export function syncedMetadata(
  entries: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries ?? {}).filter(
      ([key]) => !staysOnAppCluster.some(pattern => pattern.test(key)),
    ),
  );
}
