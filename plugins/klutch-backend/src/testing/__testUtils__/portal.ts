/** The plugin in a test backend, with users, a permission policy, and recorded logs, signals and audit events. */
import { databaseServiceFactory } from '@backstage/backend-defaults/database';
import { DefaultSchedulerService } from '@backstage/backend-defaults/scheduler';
import {
  coreServices,
  createServiceFactory,
  type PermissionsService,
  type PermissionsServiceRequestOptions,
  type RootLoggerService,
  type SchedulerService,
} from '@backstage/backend-plugin-api';
import { metricsServiceRef } from '@backstage/backend-plugin-api/alpha';
import {
  mockCredentials,
  mockServices,
  startTestBackend,
} from '@backstage/backend-test-utils';
import {
  AuthorizeResult,
  type DefinitivePolicyDecision,
  type PermissionCondition,
  type PermissionCriteria,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import { signalsServiceRef } from '@backstage/plugin-signals-node';
import type { JsonObject } from '@backstage/types';
import {
  createKlutchClient,
  klutchClaimReadPermission,
  klutchCredentialsRevealPermission,
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
  klutchServiceReadPermission,
  RESOURCE_TYPE_KLUTCH_CLAIM,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import klutchPlugin from '../..';
import type { TestPostgresql } from './postgresql';

/** Groups of the test users, by user entity ref. */
const groupsOf: Record<string, string[]> = {
  'user:default/alice': ['group:default/developers'],
  'user:default/bob': ['group:default/developers'],
  'user:default/mallory': ['group:default/developers'],
  'user:default/oscar': ['group:default/operators'],
  'user:default/guest': ['group:default/guests'],
};

/** Name of the calling user. */
export type TestUser = 'alice' | 'bob' | 'mallory' | 'oscar' | 'guest';

/** An audit event with its outcome. */
export interface AuditEntry {
  eventId: string;
  meta?: JsonObject;
  outcome?: 'success' | 'fail';
}

type ClaimConditions = Map<string, PermissionCriteria<PermissionCondition>>;

/** A running portal with its recorded output. */
export interface TestPortal {
  /** REST client of a user. */
  as(name: TestUser): KlutchClient;
  /** REST client of another plugin. */
  service: KlutchClient;
  url: string;
  log: string[];
  signals: JsonObject[];
  audit: AuditEntry[];
  /**
   * Conditions of all permissions on claims, by user entity ref, or of one permission, by `<user entity ref> <name>`;
   * initially none.
   */
  conditions: ClaimConditions;
  /**
   * Runs a scheduled task now; without a shared database it never runs otherwise.
   *
   * @param now - what the task takes for the present time, until it first waits
   */
  runTask(id: string, now?: Date): Promise<void>;
  /** Asks the scheduler of a shared database to run a task, on any replica. */
  triggerTask(id: string): Promise<void>;
  stop(): Promise<void>;
}

function recordingLogger(lines: string[]): RootLoggerService {
  const record =
    (level: string) => (message: string, meta?: Error | JsonObject) =>
      void lines.push(
        `${level} ${message} ${meta instanceof Error ? meta.stack : JSON.stringify(meta)}`,
      );
  const logger: RootLoggerService = {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    child: () => logger,
  };
  return logger;
}

/**
 * Operators have all permissions, developers all except managing the platform, guests read only; bob may not reveal.
 * Mallory has all permissions, as every user does when permissions are disabled.
 */
function isAllowed(userRef: string | undefined, permission: string): boolean {
  if (
    userRef === 'user:default/bob' &&
    permission === klutchCredentialsRevealPermission.name
  ) {
    return false;
  }
  const operators = ['user:default/oscar', 'user:default/mallory'];
  if (!userRef || operators.includes(userRef)) return true;
  if (userRef === 'user:default/guest') {
    return (
      permission === klutchClaimReadPermission.name ||
      permission === klutchServiceReadPermission.name
    );
  }
  return (
    permission !== klutchPlatformManagePermission.name &&
    permission !== klutchPlatformReadPermission.name
  );
}

/** The user and the groups of the test user who calls. */
const userInfo = createServiceFactory({
  service: coreServices.userInfo,
  deps: {},
  factory: () => ({
    async getUserInfo(credentials) {
      const { userEntityRef } = credentials.principal as {
        userEntityRef: string;
      };
      return {
        userEntityRef,
        ownershipEntityRefs: [
          userEntityRef,
          ...(groupsOf[userEntityRef] ?? []),
        ],
      };
    },
  }),
});

const userOf = (options: PermissionsServiceRequestOptions) => {
  const { principal } = options?.credentials as {
    principal: { userEntityRef?: string };
  };
  return principal.userEntityRef;
};

const decide = (
  userRef: string | undefined,
  permission: string,
): DefinitivePolicyDecision => ({
  result: isAllowed(userRef, permission)
    ? AuthorizeResult.ALLOW
    : AuthorizeResult.DENY,
});

/** The permissions of {@link isAllowed}, on claims under the given conditions. */
const permissionsWith = (conditions: ClaimConditions) =>
  createServiceFactory({
    service: coreServices.permissions,
    deps: {},
    factory: (): PermissionsService => ({
      async authorize(requests, options) {
        const userRef = userOf(options);
        return requests.map(({ permission }) =>
          decide(userRef, permission.name),
        );
      },
      async authorizeConditional(requests, options) {
        const userRef = userOf(options);
        const ofAll = conditions.get(userRef ?? '');
        return requests.map(({ permission }): PolicyDecision => {
          const decision = decide(userRef, permission.name);
          const applied =
            conditions.get(`${userRef} ${permission.name}`) ?? ofAll;
          const { resourceType } = permission;
          return applied &&
            resourceType === RESOURCE_TYPE_KLUTCH_CLAIM &&
            decision.result === AuthorizeResult.ALLOW
            ? {
                result: AuthorizeResult.CONDITIONAL,
                pluginId: 'klutch',
                resourceType,
                conditions: applied,
              }
            : decision;
        });
      },
    }),
  });

/** Adds audit events to the list. */
const recordingAuditor = (audit: AuditEntry[]) =>
  createServiceFactory({
    service: coreServices.auditor,
    deps: {},
    factory: () => ({
      async createEvent({ eventId, meta }) {
        const entry: AuditEntry = { eventId, meta };
        audit.push(entry);
        return {
          async success() {
            entry.outcome = 'success';
          },
          async fail() {
            entry.outcome = 'fail';
          },
        };
      },
    }),
  });

type Task = (signal: AbortSignal) => Promise<void> | void;

/** The task, which reads `now` as the time until it first waits. */
function runAt(now: Date, task: () => Promise<void> | void) {
  const RealDate = globalThis.Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) =>
      Reflect.construct(target, args.length > 0 ? args : [now.getTime()]),
    get: (target, key) =>
      key === 'now' ? () => now.getTime() : Reflect.get(target, key),
  });
  try {
    return task();
  } finally {
    globalThis.Date = RealDate;
  }
}

/** Keeps tasks for {@link TestPortal.runTask}. */
const recordingScheduler = (tasks: Map<string, Task>) =>
  createServiceFactory({
    service: coreServices.scheduler,
    deps: {},
    // Not Backstage's mock, which needs jest.
    factory: (): SchedulerService => ({
      async scheduleTask({ id, fn }) {
        tasks.set(id, fn as Task);
      },
      createScheduledTaskRunner() {
        throw new Error('The portal has no tasks of this kind.');
      },
      async triggerTask() {},
      async cancelTask() {},
      async getScheduledTasks() {
        return [];
      },
    }),
  });

/** What {@link SharedScheduler} needs of a test portal. */
interface SharedScheduler {
  tasks: Map<string, Task>;
  onTask?: (id: string) => void;
  /** Called with the scheduler of the plugin. */
  onStart: (scheduler: SchedulerService) => void;
}

/** Backstage's scheduler, which shares its tasks with other replicas by the database. */
const sharedScheduler = ({ tasks, onTask, onStart }: SharedScheduler) =>
  createServiceFactory({
    service: coreServices.scheduler,
    deps: {
      database: coreServices.database,
      logger: coreServices.logger,
      metrics: metricsServiceRef,
      rootLifecycle: coreServices.rootLifecycle,
      httpRouter: coreServices.httpRouter,
      pluginMetadata: coreServices.pluginMetadata,
    },
    factory: deps => {
      const scheduler = DefaultSchedulerService.create(deps);
      const scheduleTask: SchedulerService['scheduleTask'] = task => {
        const run = task.fn as Task;
        tasks.set(task.id, run);
        return scheduler.scheduleTask({
          ...task,
          fn: signal => {
            onTask?.(task.id);
            return run(signal);
          },
        });
      };
      onStart(scheduler);
      return {
        scheduleTask,
        createScheduledTaskRunner: schedule =>
          scheduler.createScheduledTaskRunner(schedule),
        triggerTask: id => scheduler.triggerTask(id),
        cancelTask: id => scheduler.cancelTask(id),
        getScheduledTasks: () => scheduler.getScheduledTasks(),
      };
    },
  });

/** Options of {@link startPortal}. */
export interface TestPortalOptions {
  /** Called for each signal; default: signals are only recorded. */
  onSignal?: (message: JsonObject) => void;
  /** A database that replicas share, with Backstage's scheduler; default: SQLite, and tasks run only when asked. */
  database?: TestPostgresql['connection'];
  /** Called for each run of a task by the scheduler of a shared database. */
  onTask?: (id: string) => void;
  /** `permission.enabled` of Backstage; the test users have their permissions either way. Default: false. */
  permissionsEnabled?: boolean;
}

/** Services of a replica that shares its database. */
const sharedServices = (
  connection: TestPostgresql['connection'],
  scheduler: SharedScheduler,
) => ({
  backend: {
    database: {
      client: 'pg',
      ensureExists: false,
      connection,
      // Otherwise Backstage would use a database with a name of its own.
      plugin: { klutch: { connection } },
    },
  },
  features: [databaseServiceFactory, sharedScheduler(scheduler)],
});

/** Starts the plugin with the given configuration under `klutch`; does not need jest. */
export async function startPortal(
  klutch: JsonObject,
  {
    onSignal,
    database,
    onTask,
    permissionsEnabled = false,
  }: TestPortalOptions = {},
): Promise<TestPortal> {
  const log: string[] = [];
  const signals: JsonObject[] = [];
  const audit: AuditEntry[] = [];
  const conditions: ClaimConditions = new Map();
  const tasks = new Map<string, Task>();
  let scheduler: SchedulerService | undefined;
  const shared =
    database &&
    sharedServices(database, {
      tasks,
      onTask,
      onStart: started => {
        scheduler = started;
      },
    });
  const backend = await startTestBackend({
    features: [
      klutchPlugin,
      mockServices.rootConfig.factory({
        data: {
          klutch,
          permission: { enabled: permissionsEnabled },
          ...(shared && { backend: shared.backend }),
        },
      }),
      mockServices.events.factory(),
      createServiceFactory({
        service: coreServices.rootLogger,
        deps: {},
        factory: () => recordingLogger(log),
      }),
      userInfo,
      permissionsWith(conditions),
      createServiceFactory({
        service: signalsServiceRef,
        deps: {},
        factory: () => ({
          async publish({ message }) {
            signals.push(message);
            onSignal?.(message);
          },
        }),
      }),
      recordingAuditor(audit),
      ...(shared?.features ?? [recordingScheduler(tasks)]),
    ],
  });
  const address = backend.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://localhost:${port}/api/klutch`;
  const client = (authorization: string) =>
    createKlutchClient({
      baseUrl: url,
      fetch: request => {
        request.headers.set('authorization', authorization);
        return fetch(request);
      },
    });
  return {
    url,
    as: name => client(mockCredentials.user.header(`user:default/${name}`)),
    service: client(mockCredentials.service.header()),
    log,
    signals,
    audit,
    conditions,
    async runTask(id, now = new Date()) {
      await runAt(now, () => tasks.get(id)?.(new AbortController().signal));
    },
    async triggerTask(id) {
      await scheduler?.triggerTask(id);
    },
    stop: () => backend.stop(),
  };
}
