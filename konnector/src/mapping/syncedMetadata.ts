/** Which labels and annotations are never synced, whatever a claim's patterns say. Pure. */
import { isMark } from '../markers';

/**
 * Keys of tools that manage the original. On the other cluster, the same tools or their users would take the copy for a
 * managed object.
 */
const staysOnOriginal: readonly RegExp[] = [
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
];

/** The entries of a label or annotation map that may be synced to the other cluster. */
export function syncedMetadata(
  entries: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries ?? {}).filter(
      ([key]) =>
        !isMark(key) && !staysOnOriginal.some(pattern => pattern.test(key)),
    ),
  );
}
