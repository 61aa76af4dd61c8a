/** Takes and deletes backups as the schedules of instances say. */
import { isDeepStrictEqual } from 'node:util';
import {
  KLUTCH_OWNER_ANNOTATION,
  KLUTCH_SCHEDULED_AT_ANNOTATION,
  relatedRequest,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { isProtected } from '@klutch/bind-api';
import { apiVersionOf, isAlreadyExists, type Logger } from '@klutch/kube';
import type { ActivityLog } from '../activity/ActivityLog';
import {
  claimResource,
  PORTAL_FIELD_MANAGER,
  withComposition,
  type ClaimObject,
  type ClaimSpec,
} from '../claimApis/claimResource';
import { compositionFor, type ServiceInfo } from '../claimApis/serviceInfo';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import { claimsByInstance } from '../inventory/claimsOfInstance';
import type { Inventory } from '../inventory/Inventory';
import { deletionsIn, planBackups, type BackupPlan } from './planBackups';

type Claim = Schemas['Claim'];

export interface BackupSchedulerOptions {
  activity: ActivityLog;
  appClusters: AppClusters;
  inventory: Inventory;
  index: ClaimIndex;
  logger: Logger;
}

/** The APIs that the backups of an instance need. */
interface BackupApis {
  instance: ServiceInfo;
  backup: ServiceInfo;
}

/** One instance in one run. */
interface Run {
  cluster: AppCluster;
  instance: Claim;
  apis: BackupApis;
  signal: AbortSignal;
}

interface ExpiredBackup {
  run: Run;
  backup: Claim;
}

/** What one run does for one instance. */
interface PlannedRun extends BackupPlan {
  run: Run;
}

/**
 * Acts as the portal's own user on app clusters, with the rights of `portalApiRole`. Its decisions follow from the claims
 * alone, so that it may run on any replica, and be interrupted anywhere.
 */
export class BackupScheduler {
  readonly #options: BackupSchedulerOptions;

  constructor(options: BackupSchedulerOptions) {
    this.#options = options;
  }

  /** Does what is due now. A slow app cluster does not hold up the others. */
  async run(signal: AbortSignal): Promise<void> {
    const now = new Date();
    const clusters = this.#options.appClusters.connected();
    await Promise.all(
      clusters.map(cluster => this.#runOn(cluster, now, signal)),
    );
  }

  async #runOn(
    cluster: AppCluster,
    now: Date,
    signal: AbortSignal,
  ): Promise<void> {
    const rows = this.#options.index
      .rows()
      .filter(row => row.cluster === cluster.id);
    // All is planned before the first write, after which the index is behind for a moment.
    const plans = this.#planOn(cluster, rows, now, signal);
    // First, because a restore that is ordered meanwhile needs its backup.
    for (const expired of expiredByApi(plans)) {
      await this.#deleteOldest(expired, rows, now);
    }
    for (const { due, run } of plans) {
      if (signal.aborted) return;
      if (due) {
        await this.#attempt(run, due.name, () => this.#create(run, due));
      }
    }
  }

  /** Deletes as many expired backups of an API as may go now. */
  async #deleteOldest(
    expired: readonly ExpiredBackup[],
    rows: readonly Claim[],
    now: Date,
  ): Promise<void> {
    const backups = rows.filter(
      ({ resource }) => resource === expired[0]?.backup.resource,
    );
    // The konnector counts those that wait, too.
    const waiting = backups.filter(({ deleting }) => deleting).length;
    let left = deletionsIn(now, backups.length) - waiting;
    for (const { run, backup } of expired) {
      if (left <= 0 || run.signal.aborted) return;
      const isDeleted = await this.#attempt(run, backup.name, () =>
        this.#delete(run, backup),
      );
      if (isDeleted) left -= 1;
    }
  }

  #planOn(
    cluster: AppCluster,
    rows: readonly Claim[],
    now: Date,
    signal: AbortSignal,
  ): PlannedRun[] {
    const backupsOf = claimsByInstance(rows, 'backup');
    const restores = rows.filter(({ type }) => type === 'restore');
    return rows.flatMap(instance => {
      const { backupSchedule } = instance;
      const apis = backupSchedule && this.#apisOf(cluster, instance);
      if (!apis || !this.#canDecide(cluster, instance, apis)) return [];
      const plan = planBackups(
        instance,
        backupSchedule,
        backupsOf(instance),
        restores,
        now,
      );
      return { ...plan, run: { cluster, instance, apis, signal } };
    });
  }

  /** An incomplete list of backups must not lead to one more, nor to the deletion of one that is kept. */
  #canDecide(
    cluster: AppCluster,
    { namespace, name }: Claim,
    { instance: { resource, relatedApis } }: BackupApis,
  ): boolean {
    const { index, logger } = this.#options;
    const apis = [resource, relatedApis.backup, relatedApis.restore].filter(
      api => api !== undefined,
    );
    if (index.isCurrent(cluster, apis)) return true;
    logger.warn(
      { cluster: cluster.id, namespace, name, apis },
      'the backup schedule of an instance waits, because the claims of these APIs cannot be read',
    );
    return false;
  }

  /** One failure must not hold up other backups; the page of the instance shows that its backup is overdue. */
  async #attempt<T>(
    { instance: { cluster, namespace, name } }: Run,
    backup: string,
    action: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      this.#options.logger.error(
        { error, cluster, namespace, name, backup },
        'the backup schedule of an instance could not be followed',
      );
      return undefined;
    }
  }

  #apisOf(cluster: AppCluster, { resource }: Claim): BackupApis | undefined {
    const { inventory } = this.#options;
    const instance = inventory.service(resource);
    const bound = cluster.claims.get(instance?.relatedApis.backup ?? '');
    return instance && bound
      ? { instance, backup: inventory.serviceOn(bound.api) }
      : undefined;
  }

  async #create(
    { cluster, instance, apis, signal }: Run,
    due: { name: string; scheduledAt: string },
  ): Promise<void> {
    const { client } = cluster;
    const resource = claimResource(apis.backup.api);
    const ordered = scheduledBackup(instance, apis, due);
    const order = { cluster, info: apis.backup, object: ordered };
    const subject = this.#options.inventory.subjectOf(order)?.known;
    const claim = {
      ...ordered,
      spec: withComposition(ordered.spec, compositionFor(apis.backup, subject)),
    };
    const key = { namespace: instance.namespace, name: due.name };
    let backup: ClaimObject | undefined;
    try {
      backup = await client.create(resource, claim, {
        fieldManager: PORTAL_FIELD_MANAGER,
        signal,
      });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      // Another replica was faster, and may have ended before it reported; or the name is in use for something else.
      backup = await client.get(resource, key, { signal });
      if (backup && !isSameBackup(backup, claim)) throw error;
    }
    if (backup) await this.#report('created', instance, apis, backup);
  }

  /** Returns whether it was deleted now. */
  async #delete(
    { cluster, instance, apis, signal }: Run,
    { namespace, name, uid }: Claim,
  ): Promise<boolean> {
    const { client } = cluster;
    const resource = claimResource(apis.backup.api);
    const key = { namespace, name };
    // Live, because a cache may be behind a protection that was just set.
    const present = await client.get(resource, key, { signal });
    if (present?.metadata.uid !== uid || isProtected(present)) return false;
    const { resourceVersion } = present.metadata;
    await client.delete(resource, key, {
      preconditions: { uid, resourceVersion },
      signal,
    });
    await this.#report('deleted', instance, apis, present);
    return true;
  }

  /** Reports to operators and users what was done without a user. */
  async #report(
    action: 'created' | 'deleted',
    { cluster, namespace, resource, name: instanceRef }: Claim,
    { backup }: BackupApis,
    { metadata: { name = '', uid } }: ClaimObject,
  ): Promise<void> {
    const { activity, logger } = this.#options;
    logger.info(
      { cluster, namespace, name, instanceRef },
      `a backup was ${action} by the schedule of its instance`,
    );
    await activity.record(
      undefined,
      {
        cluster,
        namespace,
        resource: backup.resource,
        type: 'backup',
        name,
        instanceResource: resource,
        instanceRef,
      },
      action,
      uid ? { onceKey: `${action} ${uid}` } : {},
    );
  }
}

/** The expired backups of each API, the oldest first. */
function expiredByApi(plans: readonly PlannedRun[]): ExpiredBackup[][] {
  const byApi = new Map<string, ExpiredBackup[]>();
  for (const { expired, run } of plans) {
    for (const backup of expired) {
      const known = byApi.get(backup.resource);
      if (known) known.push({ run, backup });
      else byApi.set(backup.resource, [{ run, backup }]);
    }
  }
  const byTime = ({ backup: a }: ExpiredBackup, { backup: b }: ExpiredBackup) =>
    (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? '');
  return [...byApi.values()].map(expired => expired.sort(byTime));
}

function scheduledBackup(
  instance: Claim,
  { instance: { serviceType }, backup }: BackupApis,
  due: { name: string; scheduledAt: string },
): ClaimObject & { spec: ClaimSpec } {
  const { api, resource } = backup;
  const { namespace, owner } = instance;
  const request = relatedRequest({ resource, serviceType }, instance, due.name);
  return {
    apiVersion: apiVersionOf(api),
    kind: api.kind,
    metadata: {
      namespace,
      name: due.name,
      annotations: {
        [KLUTCH_SCHEDULED_AT_ANNOTATION]: due.scheduledAt,
        ...(owner && { [KLUTCH_OWNER_ANNOTATION]: owner }),
      },
    },
    spec: request.spec,
  };
}

/** Whether both are of the same instance and time; the cluster may have completed the first. */
function isSameBackup(present: ClaimObject, wanted: ClaimObject): boolean {
  const identityOf = ({ metadata, spec }: ClaimObject) => [
    metadata.annotations?.[KLUTCH_SCHEDULED_AT_ANNOTATION],
    spec?.instanceRef,
    spec?.serviceInstanceType,
  ];
  return isDeepStrictEqual(identityOf(present), identityOf(wanted));
}
