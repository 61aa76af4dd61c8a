/** Builds the patch of a change of a claim. */
import { labels } from '@klutch/bind-api';
import {
  KLUTCH_COMPONENT_ANNOTATION,
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { scheduleAnnotations } from '../claimApis/backupSchedule';
import type { ClaimObject } from '../claimApis/claimResource';

/**
 * A JSON merge patch.
 *
 * @param object - that the change is made on; another version is a conflict
 */
export const claimPatch = (
  change: Schemas['ClaimChange'],
  object: ClaimObject,
) => {
  const { spec, backupSchedule, component, owner } = change;
  const { protected: isProtected } = change;
  return {
    metadata: {
      resourceVersion: object.metadata.resourceVersion,
      ...(isProtected !== undefined && {
        labels: { [labels.deletionProtection]: isProtected ? 'true' : null },
      }),
      annotations: {
        ...(backupSchedule !== undefined &&
          scheduleAnnotations(backupSchedule, object, new Date())),
        ...(owner !== undefined && { [KLUTCH_OWNER_ANNOTATION]: owner }),
        ...(component !== undefined && {
          [KLUTCH_COMPONENT_ANNOTATION]: component,
        }),
      },
    },
    ...(spec && { spec }),
  };
};
