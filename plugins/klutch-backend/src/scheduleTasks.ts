/** The tasks of the plugin that run at intervals. */
import { readFile } from 'node:fs/promises';
import type { SchedulerService } from '@backstage/backend-plugin-api';
import type { NotificationService } from '@backstage/plugin-notifications-node';
import { kubeLogger } from './clusters/kubeLogger';
import type { PortalConfig } from './config/readConfig';
import { ProblemNotifier } from './notifications/ProblemNotifier';
import type { Portal } from './portal';
import { RequestNotifier } from './requests/RequestNotifier';
import type { PortalDeps } from './PortalDeps';

/** What the tasks work on. */
export interface TaskOptions extends Pick<PortalDeps, 'knex' | 'logger'> {
  config: PortalConfig;
  notifications: NotificationService;
  portal: Portal;
  scheduler: SchedulerService;
}

/** Schedules all tasks; that of notifications only if they are enabled. */
export async function scheduleTasks(options: TaskOptions): Promise<void> {
  const { config, portal, scheduler } = options;
  const { activity, backups, konnectorHistory, requestChanges } = portal;
  await scheduler.scheduleTask({
    id: 'klutch-request-changes',
    // Each replica tells its own browsers.
    scope: 'local',
    frequency: { seconds: 5 },
    timeout: { seconds: 30 },
    fn: () => requestChanges.check(),
  });
  await scheduler.scheduleTask({
    id: 'klutch-backup-schedules',
    scope: 'global',
    frequency: { minutes: 1 },
    timeout: { minutes: 10 },
    fn: signal => backups.run(signal),
  });
  await scheduler.scheduleTask({
    id: 'klutch-activity-retention',
    scope: 'global',
    frequency: { days: 1 },
    timeout: { minutes: 10 },
    fn: () => activity.removeOld(new Date()),
  });
  await scheduler.scheduleTask({
    id: 'klutch-konnector-history',
    scope: 'global',
    frequency: { minutes: 1 },
    timeout: { minutes: 1 },
    fn: () => konnectorHistory.record(new Date()),
  });
  await scheduler.scheduleTask({
    id: 'klutch-konnector-history-retention',
    scope: 'global',
    frequency: { days: 1 },
    timeout: { minutes: 10 },
    fn: () => konnectorHistory.removeOld(new Date()),
  });
  if (!config.notifications) return;
  const problems = createProblemNotifier(options, config.notifications);
  await scheduler.scheduleTask({
    id: 'klutch-notifications',
    scope: 'global',
    frequency: { minutes: 1 },
    timeout: { minutes: 10 },
    fn: signal => problems.run(signal),
  });
  const answers = new RequestNotifier({
    ...portal.requests,
    logger: kubeLogger(options.logger),
    mountPath: config.mountPath,
    notifications: options.notifications,
  });
  await scheduler.scheduleTask({
    id: 'klutch-request-notifications',
    scope: 'global',
    frequency: { minutes: 1 },
    timeout: { minutes: 10 },
    fn: signal => answers.run(signal),
  });
}

function createProblemNotifier(
  { config, knex, logger, notifications, portal }: TaskOptions,
  { operators }: NonNullable<PortalConfig['notifications']>,
): ProblemNotifier {
  const { file } = config.controlPlane;
  return new ProblemNotifier({
    ...portal.claims,
    appClusters: portal.appClusters,
    exportRequests: portal.requests.exportRequests,
    serviceRequests: () => portal.requests.requests.list(),
    titleOf: portal.requests.titleOf,
    // None in a pod, and while the file is missing, as during its replacement.
    controlPlaneKubeconfig: async () =>
      file === undefined
        ? undefined
        : readFile(file, 'utf8').catch(() => undefined),
    knex,
    logger: kubeLogger(logger),
    mountPath: config.mountPath,
    notifications,
    operators,
  });
}
