/** Creates the services of the REST interface, and the handlers over them. */
import type {
  Audit,
  BindingBackend,
  JoinTokens,
} from '@klutch/binding-backend';
import type { Knex } from 'knex';
import type { ActivityLog } from './activity/ActivityLog';
import { developerHandlers } from './api/developerHandlers';
import type { Handlers } from './api/handlers';
import { platformHandlers } from './api/platformHandlers';
import { ClaimLocator } from './claims/ClaimLocator';
import { ClaimReader } from './claims/ClaimReader';
import { ClaimWriter } from './claims/ClaimWriter';
import type { PortalConfig } from './config/readConfig';
import { CredentialsService } from './credentials/CredentialsService';
import { AccessReviews } from './identity/AccessReviews';
import type { Callers } from './identity/Caller';
import { registerPermissions } from './permissions/registerPermissions';
import type { ResourcePermissions } from './permissions/ResourcePermissions';
import { AppClusterJoinTokens } from './platform/AppClusterJoinTokens';
import { AppClusterOffboarding } from './platform/AppClusterOffboarding';
import { AppClusterRegistration } from './platform/AppClusterRegistration';
import { AppClusterStore } from './platform/AppClusterStore';
import { AppClusterTokens } from './platform/AppClusterTokens';
import { Offers } from './platform/Offers';
import { Platform } from './platform/Platform';
import type { PortalClusters } from './PortalClusters';
import type { PortalDeps } from './PortalDeps';
import { ServiceRequests } from './requests/ServiceRequests';
import { Namespaces } from './services/Namespaces';
import { ServiceAccess } from './services/ServiceAccess';
import { ServiceCatalog } from './services/ServiceCatalog';
import { VisibleServices } from './services/VisibleServices';

/** Parts of the portal that its services share. */
export interface PortalParts {
  activity: ActivityLog;
  audit: Audit;
  auditor: PortalDeps['auditor'];
  binding: BindingBackend;
  callers: Callers;
  clusters: PortalClusters;
  joinTokens: JoinTokens;
  knex: Knex;
  permissions: ResourcePermissions;
  permissionsRegistry: PortalDeps['permissionsRegistry'];
}

/** Creates the handlers of all operations, and registers the permissions that they require. */
export function portalHandlers(
  config: PortalConfig,
  parts: PortalParts,
): Handlers {
  const { activity, audit, binding, clusters, joinTokens } = parts;
  const { callers, permissions } = parts;
  const access = { callers, permissions };
  const { appClusters, controlPlane, feed, index, inventory } = clusters;
  const reviews = new AccessReviews(() => feed.onRightsChanged());
  const platform = new Platform({ controlPlane, appClusters, inventory });
  const locator = new ClaimLocator({
    ...access,
    appClusters,
    controlPlane,
    inventory,
  });
  const reader = new ClaimReader({
    activity,
    appClusters,
    controlPlane,
    index,
    inventory,
    locator,
    permissions,
    reviews,
  });
  const store = new AppClusterStore({ ...config, controlPlane, appClusters });
  const shared = { appClusters, binding, controlPlane, joinTokens, store };
  const offboarding = new AppClusterOffboarding({ ...shared, audit });
  const catalog = new ServiceCatalog({ inventory, platform });
  registerPermissions(parts.permissionsRegistry, {
    claim: ref => index.row(ref),
    service: resource => catalog.get(resource),
  });
  const requests = new ServiceRequests({
    knex: parts.knex,
    appClusters,
    catalog,
    onChange: () => feed.onPlatformChanged(),
  });
  const common = {
    ...access,
    auditor: parts.auditor,
    controlPlane,
    platform,
    requests,
  };
  return {
    ...developerHandlers({
      ...common,
      services: new VisibleServices(catalog, permissions),
      namespaces: new Namespaces(appClusters, reviews),
      serviceAccess: new ServiceAccess(appClusters, reviews),
      feed,
      reader,
      writer: new ClaimWriter({ ...access, activity, locator, reader }),
      credentials: new CredentialsService({ activity, locator, reader }),
      permissionsEnabled: config.permissionsEnabled,
    }),
    ...platformHandlers({
      ...common,
      offers: new Offers({ controlPlane, inventory, platform }),
      joinTokens: new AppClusterJoinTokens({
        ...shared,
        platform,
        offboarding,
        runsKonnector: config.binding.konnectorImage !== undefined,
      }),
      offboarding,
      tokens: new AppClusterTokens({ ...shared, audit }),
      registration: new AppClusterRegistration({
        ...shared,
        inventory,
        platform,
        policy: clusters.policy,
        external: clusters.external,
      }),
    }),
  };
}
