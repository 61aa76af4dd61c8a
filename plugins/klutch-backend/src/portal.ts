/** Creates all services of the portal from its configuration. */
import {
  createBindingBackend,
  createJoinTokens,
  type BindingBackend,
  type JoinTokens,
} from '@klutch/binding-backend';
import type { Logger } from '@klutch/kube';
import { ActivityLog } from './activity/ActivityLog';
import type { Handlers } from './api/handlers';
import { bindingAudit } from './binding/bindingAudit';
import {
  readAppClusterSecret,
  type AppClusterRecord,
} from './clusters/appClusterSecret';
import { kubeLogger } from './clusters/kubeLogger';
import type { PortalConfig } from './config/readConfig';
import { Callers } from './identity/Caller';
import { mappingStrategy } from './identity/kubernetesIdentity';
import { BoundApis } from './inventory/BoundApis';
import type { MetricSources } from './metrics/registerMetrics';
import type { ProblemNotifierOptions } from './notifications/ProblemNotifier';
import { ResourcePermissions } from './permissions/ResourcePermissions';
import { KonnectorHistory } from './platform/appClusters/KonnectorHistory';
import { Platform } from './platform/Platform';
import { PortalClusters } from './PortalClusters';
import type { PortalDeps } from './PortalDeps';
import { portalHandlers } from './portalHandlers';
import { RequestChanges } from './requests/RequestChanges';
import { ServiceRequests } from './requests/ServiceRequests';
import { BackupScheduler } from './schedules/BackupScheduler';
import { ServiceCatalog } from './services/ServiceCatalog';

/** The portal without its HTTP layer. */
export interface Portal {
  /** What people did to claims. */
  activity: ActivityLog;
  /** The registered app clusters with their kubeconfigs; undefined before all are known. */
  appClusters: () => readonly AppClusterRecord[] | undefined;
  binding: BindingBackend;
  /** Carries out the backup schedules of instances. */
  backups: BackupScheduler;
  callers: Callers;
  /** What is known of claims, for notifications. */
  claims: Pick<ProblemNotifierOptions, 'claims' | 'isCurrent'>;
  handlers: Handlers;
  joinTokens: JoinTokens;
  metricSources: MetricSources;
  /** Records the states of konnectors. */
  konnectorHistory: KonnectorHistory;
  /** Requests of people and of app clusters, and the titles of app clusters, for notifications. */
  requests: Pick<ProblemNotifierOptions, 'exportRequests' | 'titleOf'> & {
    requests: ServiceRequests;
  };
  /** Tells open pages of requests that another replica has written. */
  requestChanges: RequestChanges;
  /** Starts to watch clusters and to serve bindings, until the signal aborts. */
  start(signal: AbortSignal): void;
  /** Resolves when everything has stopped after the signal. */
  stopped(): Promise<void>;
}

/** The binding backend, and the join tokens with which app clusters reach it. */
function createBinding(
  config: PortalConfig,
  deps: PortalDeps,
  clusters: PortalClusters,
  logger: Logger,
) {
  const audit = bindingAudit(deps.auditor, deps.logger);
  const binding = createBindingBackend({
    client: clusters.client,
    ...config.binding,
    external: clusters.external,
    lease: {
      client: clusters.leaderElectionClient,
      namespace: config.portalNamespace,
    },
    audit,
    logger: logger.child({ part: 'binding backend' }),
  });
  const joinTokens = createJoinTokens({
    backend: binding,
    stores: deps.stores,
    audit,
    externalUrl: deps.joinUrl,
    konnectorImage: config.binding.konnectorImage,
  });
  return { audit, binding, joinTokens };
}

/** What the portal knows of clusters and services, and what it records of them in its database. */
function createRecords(
  { knex }: PortalDeps,
  clusters: PortalClusters,
  logger: Logger,
) {
  const { appClusters, feed, inventory } = clusters;
  const boundApis = new BoundApis(clusters);
  const platform = new Platform({ ...clusters, boundApis });
  const catalog = new ServiceCatalog({ inventory, boundApis });
  return {
    boundApis,
    platform,
    catalog,
    activity: new ActivityLog({
      knex,
      logger,
      onChange: () => feed.onClaimsChanged(),
    }),
    requests: new ServiceRequests({
      knex,
      appClusters,
      catalog,
      onChange: () => feed.onPlatformChanged(),
    }),
    konnectorHistory: new KonnectorHistory({
      knex,
      observed: () => platform.observedKonnectors(),
    }),
  };
}

/** What background tasks and metrics read of the clusters. */
function observedClusters({ appClusters, index }: PortalClusters) {
  const { secrets } = appClusters;
  return {
    appClusters: () =>
      secrets.synced
        ? secrets.list().flatMap(secret => readAppClusterSecret(secret) ?? [])
        : undefined,
    claims: {
      claims: () => index.rows(),
      isCurrent: (cluster: string) =>
        secrets.synced && index.isComplete(cluster),
    },
    metricSources: {
      claims: () => index.rows(),
      appClusters: () => appClusters.list(),
    },
  };
}

/**
 * Registers the portal's permissions.
 *
 * @throws Error when the control plane's kubeconfig needs a feature that the client does not support
 */
export function createPortal(config: PortalConfig, deps: PortalDeps): Portal {
  const { auditor, identityStrategy, joinUrl, knex, permissionsRegistry } =
    deps;
  const logger = kubeLogger(deps.logger);
  const clusters = new PortalClusters(config, deps, logger);
  const { appClusters, feed } = clusters;
  const bindingParts = createBinding(config, deps, clusters, logger);
  const { binding, joinTokens } = bindingParts;
  const callers = new Callers({
    ...deps,
    strategy: identityStrategy ?? mappingStrategy(config.identity),
  });
  const records = createRecords(deps, clusters, logger);
  const { activity, konnectorHistory, requests } = records;
  return {
    ...observedClusters(clusters),
    activity,
    binding,
    backups: new BackupScheduler({ ...clusters, activity, logger }),
    callers,
    joinTokens,
    konnectorHistory,
    requests: {
      requests,
      exportRequests: () => records.platform.knownRequests(),
      titleOf: id => appClusters.find(id)?.record.title ?? id,
    },
    requestChanges: new RequestChanges({
      knex,
      onChange: () => feed.onPlatformChanged(),
    }),
    handlers: portalHandlers(config, {
      ...bindingParts,
      ...records,
      auditor,
      callers,
      clusters,
      joinUrl,
      permissions: new ResourcePermissions(deps),
      permissionsRegistry,
    }),
    start(signal) {
      clusters.start(signal);
      binding.start(signal);
    },
    async stopped() {
      feed.stop();
      await binding.stopped();
      await clusters.closeClients();
    },
  };
}
