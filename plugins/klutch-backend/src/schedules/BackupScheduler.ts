/** Takes and deletes backups as the schedules of instances say. */
import {
  KLUTCH_SCHEDULED_AT_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { apiVersionOf, isAlreadyExists, type Logger } from '@klutch/kube';
import { claimResource, type ClaimObject } from '../claimApis/claimResource';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import type { Inventory } from '../inventory/Inventory';
import { backupsByInstance } from './backupsOf';
import { planBackups } from './planBackups';

type Claim = Schemas['Claim'];

/** Dependencies of {@link BackupScheduler}. */
export interface BackupSchedulerOptions {
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

/**
 * Acts as the portal's own user on app clusters, with the rights of `portalApiRole`. Its decisions follow from the claims
 * alone, so that it may run on any replica, and be interrupted anywhere.
 */
export class BackupScheduler {
  readonly #options: BackupSchedulerOptions;

  constructor(options: BackupSchedulerOptions) {
    this.#options = options;
  }

  /** Does what is due now, on all app clusters whose claims are known completely. */
  async run(signal: AbortSignal): Promise<void> {
    const { appClusters, index } = this.#options;
    const now = new Date();
    for (const cluster of appClusters.connected()) {
      // An incomplete list of backups must not lead to one more, nor to the deletion of one that is kept.
      if (!index.isComplete(cluster.id)) continue;
      const rows = index.rows().filter(row => row.cluster === cluster.id);
      const backupsOf = backupsByInstance(rows);
      for (const instance of rows) {
        if (!instance.backupSchedule) continue;
        if (signal.aborted) return;
        await this.#follow(cluster, instance, backupsOf(instance), now);
      }
    }
  }

  async #follow(
    cluster: AppCluster,
    instance: Claim,
    backups: readonly Claim[],
    now: Date,
  ): Promise<void> {
    const { logger } = this.#options;
    const apis = this.#apisOf(cluster, instance);
    const { backupSchedule } = instance;
    if (!apis || !backupSchedule) return;
    const plan = planBackups(instance, backupSchedule, backups, now);
    try {
      if (plan.due) await create(cluster, instance, apis, plan.due);
      for (const { namespace, name, uid } of plan.expired) {
        // Another object of that name is not the one that the decision was made for.
        await cluster.client.delete(
          claimResource(apis.backup.api),
          { namespace, name },
          { preconditions: { uid } },
        );
      }
    } catch (error) {
      // One instance must not hold up the others; the page of the instance shows that its backup is overdue.
      const { namespace, name } = instance;
      logger.error(
        { error, cluster: cluster.id, namespace, name },
        'the backup schedule of an instance could not be followed',
      );
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
}

async function create(
  { client }: AppCluster,
  { namespace, name: instanceRef }: Claim,
  { instance, backup }: BackupApis,
  due: { name: string; scheduledAt: string },
): Promise<void> {
  const { defaultComposition, api } = backup;
  const { serviceType } = instance;
  const claim: ClaimObject = {
    apiVersion: apiVersionOf(api),
    kind: api.kind,
    metadata: {
      namespace,
      name: due.name,
      annotations: { [KLUTCH_SCHEDULED_AT_ANNOTATION]: due.scheduledAt },
    },
    spec: {
      instanceRef,
      ...(serviceType && { serviceInstanceType: serviceType }),
      ...(defaultComposition && {
        compositionRef: { name: defaultComposition },
      }),
    },
  };
  try {
    await client.create(claimResource(api), claim, {
      fieldManager: 'klutch-portal',
    });
  } catch (error) {
    // Another replica was faster.
    if (!isAlreadyExists(error)) throw error;
  }
}
