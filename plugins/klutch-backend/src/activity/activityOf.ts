/** Completes the record of what was done in the portal by what the objects show about other clients. Pure functions. */
import {
  KLUTCH_BACKUP_SCHEDULE_ANNOTATION,
  KLUTCH_BACKUPS_KEPT_ANNOTATION,
  KLUTCH_COMPONENT_ANNOTATION,
  KLUTCH_OWNER_ANNOTATION,
  KLUTCH_SYSTEM_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { labels } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../claimApis/claimResource';

type Activity = Schemas['Activity'];
type Claim = Schemas['Claim'];

/** An entry of `metadata.managedFields`, as far as it is used. */
interface ManagedFields {
  manager?: string;
  time?: string;
  subresource?: string;
  fieldsV1?: Record<string, unknown>;
}

/** What people set in the metadata of an instance; the konnector's own marks are no changes by anybody. */
const settableKeys = {
  'f:annotations': [
    KLUTCH_OWNER_ANNOTATION,
    KLUTCH_COMPONENT_ANNOTATION,
    KLUTCH_SYSTEM_ANNOTATION,
    KLUTCH_BACKUP_SCHEDULE_ANNOTATION,
    KLUTCH_BACKUPS_KEPT_ANNOTATION,
  ],
  'f:labels': [labels.deletionProtection],
};

type Fields = Record<string, Record<string, object> | undefined>;

/** Whether the fields contain something that people set. */
function isChange(fields: Record<string, unknown>): boolean {
  if ('f:spec' in fields) return true;
  const metadata = (fields['f:metadata'] ?? {}) as Fields;
  return Object.entries(settableKeys).some(([kind, keys]) =>
    keys.some(key => `f:${key}` in (metadata[kind] ?? {})),
  );
}

/** Entries of clients that set something of the instance. */
function changeManagers({
  metadata,
}: KubeObject): Required<Pick<ManagedFields, 'manager' | 'time'>>[] {
  const entries = (metadata.managedFields ?? []) as ManagedFields[];
  return entries.flatMap(({ manager, time, subresource, fieldsV1 }) =>
    manager && time && !subresource && fieldsV1 && isChange(fieldsV1)
      ? [{ manager, time }]
      : [],
  );
}

/** Time between the creation of an object and the portal's record of it. */
const RECORDED_WITHIN_MS = 60_000;

const isRecorded = (claim: Claim, records: readonly Activity[]) =>
  records.some(
    ({ action, resource, name, at }) =>
      action === 'created' &&
      resource === claim.resource &&
      name === claim.name &&
      Math.abs(Date.parse(at) - Date.parse(claim.createdAt)) <=
        RECORDED_WITHIN_MS,
  );

/**
 * The activity of an instance, newest first.
 *
 * @param instance - its row
 * @param object - the instance with `managedFields`, which name the clients that changed it
 * @param related - rows of claims that refer to the instance
 * @param records - what was done in the portal
 */
export function activityOf(
  instance: Claim,
  object: KubeObject,
  related: readonly Claim[],
  records: readonly Activity[],
): Activity[] {
  // The portal's own changes are recorded.
  const managers = changeManagers(object).filter(
    ({ manager }) => manager !== PORTAL_FIELD_MANAGER,
  );
  const creator = isRecorded(instance, records)
    ? undefined
    : managers.find(({ time }) => time === instance.createdAt);
  const created = [instance, ...related]
    .filter(claim => !isRecorded(claim, records))
    .map(claim => ({
      at: claim.createdAt,
      action: 'created' as const,
      type: claim.type,
      resource: claim.resource,
      name: claim.name,
      ...(claim.scheduledAt && { bySchedule: true }),
      ...(claim === instance && creator && { client: creator.manager }),
    }));
  const { type, resource, name } = instance;
  const changed = managers
    .filter(manager => manager !== creator)
    .map(({ manager, time }) => ({
      at: time,
      action: 'changed' as const,
      client: manager,
      type,
      resource,
      name,
    }));
  return [...records, ...created, ...changed].sort(
    (a, b) => Date.parse(b.at) - Date.parse(a.at),
  );
}
