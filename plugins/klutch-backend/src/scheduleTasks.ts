/** The tasks of the plugin that run at intervals. */
import type {
  RootConfigService,
  SchedulerService,
} from '@backstage/backend-plugin-api';
import type { NotificationService } from '@backstage/plugin-notifications-node';
import { readMountPath } from '@klutch/backstage-plugin-klutch-node';
import { kubeLogger } from './clusters/kubeLogger';
import { ProblemNotifier } from './notifications/ProblemNotifier';
import { readControlPlaneKubeconfig } from './notifications/readControlPlaneKubeconfig';
import { readOperators } from './notifications/readOperators';
import type { Portal } from './portal';
import { RequestNotifier } from './requests/RequestNotifier';
import type { PortalDeps } from './PortalDeps';

/** What the tasks work on. */
export interface TaskOptions extends Pick<PortalDeps, 'knex' | 'logger'> {
  config: RootConfigService;
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
  if (!config.getOptionalBoolean('klutch.notifications.enabled')) return;
  const problems = createProblemNotifier(options);
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
    mountPath: readMountPath(config),
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

function createProblemNotifier({
  config,
  knex,
  logger,
  notifications,
  portal,
}: TaskOptions): ProblemNotifier {
  return new ProblemNotifier({
    ...portal.claims,
    appClusters: portal.appClusters,
    exportRequests: portal.requests.exportRequests,
    serviceRequests: () => portal.requests.requests.list(),
    titleOf: portal.requests.titleOf,
    controlPlaneKubeconfig: () => readControlPlaneKubeconfig(config),
    knex,
    logger: kubeLogger(logger),
    mountPath: readMountPath(config),
    notifications,
    operators: readOperators(config),
  });
}
