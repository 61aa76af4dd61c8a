/**
 * Annotations and conditions of the konnector on bindings, as documented in docs/konnector.md. The konnector itself is
 * no dependency of the portal, which only reads and writes bindings.
 */
export const konnectorNames = {
  /** Annotation: `"true"` while nothing may be written or deleted on either side. */
  suspend: 'klutch.anynines.com/suspend',
  /** Annotation: number of deletions to approve. */
  approveDeletions: 'klutch.anynines.com/approve-deletions',
  /** Condition: False while suspended, or while deletions wait. */
  syncing: 'Syncing',
  /** Reason of {@link konnectorNames.syncing}. */
  deletionsPaused: 'DeletionsPaused',
  /** Conditions that name objects, `True` while there are some. */
  findings: [
    'OrphanedCopies',
    'OrphanedAppClusterCopies',
    'NameCollisions',
    'RefusedObjects',
    'UncheckedObjects',
  ],
} as const;
