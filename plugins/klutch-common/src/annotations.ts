/** Annotations on claims and on catalog entities. */

/** On catalog entities: `<app cluster>/<namespace>/<plural>.<group>/<name>` of the claim. @public */
export const KLUTCH_CLAIM_ANNOTATION = 'klutch.anynines.com/claim';

/** On catalog entities of instances that everybody may see who reads the catalog: `public`. @public */
export const KLUTCH_VISIBILITY_ANNOTATION = 'klutch.anynines.com/visibility';

/** On catalog entities of a service: `<plural>.<group>`. @public */
export const KLUTCH_SERVICE_ANNOTATION = 'klutch.anynines.com/service';

/** On claims: entity ref of the user or group that owns the claim; the portal sets who ordered it, or one of their groups. @public */
export const KLUTCH_OWNER_ANNOTATION = 'klutch.anynines.com/owner';

/** On service instances: entity ref of the catalog component that uses the instance. @public */
export const KLUTCH_COMPONENT_ANNOTATION = 'klutch.anynines.com/component';

/** On service instances: entity ref of the catalog system that the instance belongs to. @public */
export const KLUTCH_SYSTEM_ANNOTATION = 'klutch.anynines.com/system';

/**
 * On service bindings: name of the service binding of the same instance that this one replaces. While both exist, the
 * credentials are being rotated.
 * @public
 */
export const KLUTCH_REPLACES_ANNOTATION = 'klutch.anynines.com/replaces';

/**
 * On service instances: name of the backup in the same namespace whose data the instance was ordered for. While no
 * restore into the instance exists, the portal offers to start one.
 * @public
 */
export const KLUTCH_RESTORE_FROM_ANNOTATION =
  'klutch.anynines.com/restore-from';

/**
 * On service instances: when the portal takes backups, as a cron expression of five fields in UTC, such as `0 3 * * *`.
 * @public
 */
export const KLUTCH_BACKUP_SCHEDULE_ANNOTATION =
  'klutch.anynines.com/backup-schedule';

/**
 * On service instances with a schedule: since when backups are due, in ISO 8601. The portal sets it with the schedule.
 * Absent: since the creation of the instance.
 * @public
 */
export const KLUTCH_BACKUP_SCHEDULE_SET_AT_ANNOTATION =
  'klutch.anynines.com/backup-schedule-set-at';

/**
 * On service instances with a schedule: how many good scheduled backups are kept; the portal deletes older ones. Absent:
 * all.
 * @public
 */
export const KLUTCH_BACKUPS_KEPT_ANNOTATION =
  'klutch.anynines.com/backups-kept';

/**
 * On backups that a schedule asked for: when they were due, in ISO 8601.
 * @public
 */
export const KLUTCH_SCHEDULED_AT_ANNOTATION =
  'klutch.anynines.com/scheduled-at';
