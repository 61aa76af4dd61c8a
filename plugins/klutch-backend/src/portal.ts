/** Creates all services of the portal from its configuration. */
import {
  createBindingBackend,
  createJoinTokens,
  type BindingBackend,
  type JoinTokens,
} from '@klutch/binding-backend';
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
import type { MetricSources } from './metrics/registerMetrics';
import type { ProblemNotifierOptions } from './notifications/ProblemNotifier';
import { ResourcePermissions } from './permissions/ResourcePermissions';
import { AppClusterHistory } from './platform/appClusters/AppClusterHistory';
import { Platform } from './platform/Platform';
import { PortalClusters } from './PortalClusters';
import type { PortalDeps } from './PortalDeps';
import { portalHandlers } from './portalHandlers';
import { RequestChanges } from './requests/RequestChanges';
import type { RequestNotifierOptions } from './requests/RequestNotifier';
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
  konnectorHistory: AppClusterHistory;
  /** Requests for services, and the titles of app clusters, for notifications of answers. */
  requests: Pick<RequestNotifierOptions, 'requests' | 'titleOf'>;
  /** Tells open pages of requests that another replica has written. */
  requestChanges: RequestChanges;
  /** Starts to watch clusters and to serve bindings, until the signal aborts. */
  start(signal: AbortSignal): void;
  /** Resolves when everything has stopped after the signal. */
  stopped(): Promise<void>;
}

/**
 * Registers the portal's permissions.
 *
 * @throws Error when the control plane's kubeconfig needs a feature that the client does not support
 */
export function createPortal(config: PortalConfig, deps: PortalDeps): Portal {
  const { auditor } = deps;
  const logger = kubeLogger(deps.logger);
  const clusters = new PortalClusters(config, deps, logger);
  const audit = bindingAudit(auditor, deps.logger);
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
  const { identityStrategy, knex, permissionsRegistry } = deps;
  const callers = new Callers({
    ...deps,
    strategy: identityStrategy ?? mappingStrategy(config.identity),
  });
  const activity = new ActivityLog({
    knex,
    logger,
    onChange: () => clusters.feed.onClaimsChanged(),
  });
  const { appClusters, controlPlane, feed, inventory } = clusters;
  const platform = new Platform({ controlPlane, appClusters, inventory });
  const catalog = new ServiceCatalog({ inventory, platform });
  const requests = new ServiceRequests({
    knex,
    appClusters,
    catalog,
    onChange: () => feed.onPlatformChanged(),
  });
  const konnectorHistory = new AppClusterHistory({
    knex,
    observed: () => platform.observedKonnectors(),
  });
  const parts = {
    activity,
    audit,
    auditor,
    binding,
    callers,
    catalog,
    clusters,
    joinTokens,
    joinUrl: deps.joinUrl,
    konnectorHistory,
    platform,
    requests,
    permissions: new ResourcePermissions(deps),
    permissionsRegistry,
  };
  const { secrets } = appClusters;
  return {
    activity,
    appClusters: () =>
      secrets.synced
        ? secrets.list().flatMap(secret => readAppClusterSecret(secret) ?? [])
        : undefined,
    binding,
    backups: new BackupScheduler({ ...clusters, activity, logger }),
    callers,
    claims: {
      claims: () => clusters.index.rows(),
      isCurrent: cluster =>
        secrets.synced && clusters.index.isComplete(cluster),
    },
    joinTokens,
    metricSources: {
      claims: () => clusters.index.rows(),
      appClusters: () => clusters.appClusters.list(),
    },
    konnectorHistory,
    requests: {
      requests,
      titleOf: id => appClusters.find(id)?.record.title ?? id,
    },
    requestChanges: new RequestChanges({
      knex,
      onChange: () => clusters.feed.onPlatformChanged(),
    }),
    handlers: portalHandlers(config, parts),
    start(signal) {
      clusters.start(signal);
      binding.start(signal);
    },
    async stopped() {
      clusters.feed.stop();
      await binding.stopped();
      await clusters.closeClients();
    },
  };
}
