/** Creates the services of the REST interface, and the handlers over them. */
import {
  audienceOf,
  type Audit,
  type BindingBackend,
  type JoinTokens,
} from '@klutch/binding-backend';
import type { ActivityLog } from './activity/ActivityLog';
import { developerHandlers } from './api/developerHandlers';
import type { Handlers } from './api/handlers';
import { platformHandlers } from './api/platformHandlers';
import { ClaimLocator } from './claims/ClaimLocator';
import { ClaimGuard } from './claims/ClaimGuard';
import { ClaimReader } from './claims/ClaimReader';
import { ClaimViews } from './claims/ClaimViews';
import { ClaimWriter } from './claims/ClaimWriter';
import type { PortalConfig } from './config/readConfig';
import { CredentialsService } from './credentials/CredentialsService';
import { AccessReviews } from './identity/AccessReviews';
import type { Callers } from './identity/Caller';
import { registerPermissions } from './permissions/registerPermissions';
import type { ResourcePermissions } from './permissions/ResourcePermissions';
import { AppClusterJoinTokens } from './platform/appClusters/AppClusterJoinTokens';
import { AppClusterOffboarding } from './platform/appClusters/AppClusterOffboarding';
import { AppClusterRegistration } from './platform/appClusters/AppClusterRegistration';
import { AppClusterStore } from './platform/appClusters/AppClusterStore';
import { AppClusterTokens } from './platform/appClusters/AppClusterTokens';
import { AppClusterAccess } from './platform/appClusters/AppClusterAccess';
import { AppClusterBindings } from './platform/appClusters/AppClusterBindings';
import { AppClusterDetails } from './platform/appClusters/AppClusterDetails';
import type { KonnectorHistory } from './platform/appClusters/KonnectorHistory';
import type { BoundApis } from './inventory/BoundApis';
import type { Platform } from './platform/Platform';
import { SetUp } from './platform/setUp/SetUp';
import { Offers } from './platform/templates/Offers';
import { TemplateChecks } from './platform/templates/TemplateChecks';
import { TemplateReader } from './platform/templates/TemplateReader';
import { SupportTraces } from './platform/trace/SupportTraces';
import type { PortalClusters } from './PortalClusters';
import type { PortalDeps } from './PortalDeps';
import type { ServiceRequests } from './requests/ServiceRequests';
import { Namespaces } from './services/Namespaces';
import { ServiceAccess } from './services/ServiceAccess';
import type { ServiceCatalog } from './services/ServiceCatalog';
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
  /** URL at which join commands redeem their join token. */
  joinUrl: string;
  catalog: ServiceCatalog;
  konnectorHistory: KonnectorHistory;
  boundApis: BoundApis;
  platform: Platform;
  requests: ServiceRequests;
  permissions: ResourcePermissions;
  permissionsRegistry: PortalDeps['permissionsRegistry'];
}

/** The services of the export templates. */
function templateServices(
  { binding: { defaultAudience, issuers } }: PortalConfig,
  parts: Pick<PortalClusters, 'controlPlane' | 'inventory'> & {
    boundApis: BoundApis;
  },
) {
  const { byDefault, needsIssuer } = audienceOf({ defaultAudience, issuers });
  const { groups } = byDefault;
  const audienceRules = {
    byDefault: groups ? { groups: [...groups] } : {},
    issuers: [...issuers],
    needsIssuer,
  };
  const checks = new TemplateChecks({ ...parts, issuerRules: audienceRules });
  return {
    offers: new Offers({ ...parts, checks }),
    templates: new TemplateReader({ ...parts, checks }),
    audienceRules,
  };
}

/** The services of app clusters: their registration, tokens, bindings, and what people may do with them. */
function appClusterServices(config: PortalConfig, parts: PortalParts) {
  const { audit, binding, boundApis, clusters, joinTokens, platform } = parts;
  const { appClusters, controlPlane, external, inventory, policy } = clusters;
  const store = new AppClusterStore({ ...config, controlPlane, appClusters });
  const shared = { appClusters, binding, controlPlane, joinTokens, store };
  const offboarding = new AppClusterOffboarding({
    ...shared,
    audit,
    titleOf: resource => inventory.service(resource)?.title ?? resource,
  });
  return {
    offboarding,
    joinTokens: new AppClusterJoinTokens({
      ...shared,
      boundApis,
      offboarding,
      runsKonnector: config.binding.konnectorImage !== undefined,
    }),
    details: new AppClusterDetails({
      ...shared,
      inventory,
      boundApis,
      history: parts.konnectorHistory,
    }),
    appClusterAccess: new AppClusterAccess(shared),
    bindings: new AppClusterBindings(shared),
    tokens: new AppClusterTokens({ ...shared, audit }),
    registration: new AppClusterRegistration({
      ...shared,
      inventory,
      boundApis,
      platform,
      policy,
      external,
    }),
  };
}

/** Creates the handlers of all operations, and registers the permissions that they require. */
export function portalHandlers(
  config: PortalConfig,
  parts: PortalParts,
): Handlers {
  const { activity, callers, catalog, clusters } = parts;
  const { permissions, platform, requests } = parts;
  const access = { callers, permissions };
  const { appClusters, controlPlane, feed, index, inventory } = clusters;
  const reviews = new AccessReviews(() => feed.onRightsChanged());
  const locator = new ClaimLocator({
    ...access,
    appClusters,
    controlPlane,
    inventory,
  });
  const views = new ClaimViews({ index, inventory, reviews });
  const claims = {
    activity,
    locator,
    views,
    guard: new ClaimGuard({ inventory, views }),
  };
  registerPermissions(parts.permissionsRegistry, {
    claim: ref => index.row(ref),
    service: resource => catalog.get(resource),
  });
  const common = {
    ...access,
    auditor: parts.auditor,
    boundApis: parts.boundApis,
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
      reader: new ClaimReader({
        ...claims,
        appClusters,
        controlPlane,
        index,
        inventory,
        permissions,
        reviews,
      }),
      writer: new ClaimWriter({ ...access, ...claims }),
      credentials: new CredentialsService(claims),
      permissionsEnabled: config.permissionsEnabled,
      mountPath: config.mountPath,
    }),
    ...platformHandlers({
      ...common,
      ...templateServices(config, {
        boundApis: parts.boundApis,
        controlPlane,
        inventory,
      }),
      ...appClusterServices(config, parts),
      appClusters,
      packageRegistries: config.packageRegistries,
      setUp: new SetUp({
        appClusters,
        config,
        controlPlane,
        external: clusters.external,
        joinUrl: parts.joinUrl,
      }),
      permissionsEnabled: config.permissionsEnabled,
      traces: new SupportTraces({ ...clusters }),
      konnectorImage: config.binding.konnectorImage,
    }),
  };
}
