/** Builds the patch of a change of a claim. Pure function. */
import { labels } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { scheduleAnnotations } from '../claimApis/backupSchedule';

/**
 * A JSON merge patch.
 *
 * @param resourceVersion - version that the change is made on; another one is a conflict
 */
export const claimPatch = (
  { spec, backupSchedule, protected: isProtected }: Schemas['ClaimChange'],
  resourceVersion: string | undefined,
) => ({
  metadata: {
    resourceVersion,
    ...(isProtected !== undefined && {
      labels: { [labels.deletionProtection]: isProtected ? 'true' : null },
    }),
    ...(backupSchedule !== undefined && {
      annotations: scheduleAnnotations(backupSchedule),
    }),
  },
  ...(spec && { spec }),
});
