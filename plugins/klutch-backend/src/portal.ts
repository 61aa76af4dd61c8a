/** Creates all services of the portal from its configuration. */
import type {
  AuditorService,
  AuthService,
  LoggerService,
  PermissionsService,
  UserInfoService,
} from '@backstage/backend-plugin-api';
import type { EventsService } from '@backstage/plugin-events-node';
import type { SignalsService } from '@backstage/plugin-signals-node';
import {
  createBindingBackend,
  createJoinTokens,
  type BindingBackend,
  type ExpiringStores,
  type JoinTokens,
} from '@klutch/binding-backend';
import {
  createClient,
  kubeConfigPolicies,
  type KubeConfigPolicy,
} from '@klutch/kube';
import { developerHandlers } from './api/developerHandlers';
import type { Handlers } from './api/handlers';
import { platformHandlers } from './api/platformHandlers';
import { bindingAudit } from './binding/bindingAudit';
import { ClaimService } from './claims/ClaimService';
import { ClaimLocator } from './claims/ClaimLocator';
import { AppClusters } from './clusters/AppClusters';
import { ControlPlane } from './clusters/ControlPlane';
import { kubeLogger } from './clusters/kubeLogger';
import type { PortalConfig } from './config/readConfig';
import { CredentialsService } from './credentials/CredentialsService';
import { AccessReviews } from './identity/AccessReviews';
import { Callers } from './identity/Caller';
import { Inventory } from './inventory/Inventory';
import { AppClusterJoinTokens } from './platform/AppClusterJoinTokens';
import { AppClusterOffboarding } from './platform/AppClusterOffboarding';
import { AppClusterRegistration } from './platform/AppClusterRegistration';
import { AppClusterStore } from './platform/AppClusterStore';
import { AppClusterTokens } from './platform/AppClusterTokens';
import { Offers } from './platform/Offers';
import { Platform } from './platform/Platform';
import { Namespaces } from './services/Namespaces';
import { ServiceCatalog } from './services/ServiceCatalog';
import { ChangeFeed } from './signals/ChangeFeed';

/** Backstage services that the portal uses. */
export interface PortalDeps {
  auditor: AuditorService;
  auth: AuthService;
  events: EventsService;
  logger: LoggerService;
  permissions: PermissionsService;
  signals: SignalsService;
  userInfo: UserInfoService;
  /** State between the steps of a binding, shared by all replicas. */
  stores: ExpiringStores;
  /** URL at which join commands redeem their join token. */
  joinUrl: string;
}

/** The portal without its HTTP layer. */
export interface Portal {
  binding: BindingBackend;
  callers: Callers;
  handlers: Handlers;
  joinTokens: JoinTokens;
  /** Starts to watch clusters and to serve bindings, until the signal aborts. */
  start(signal: AbortSignal): void;
  /** Resolves when everything has stopped after the signal. */
  stopped(): Promise<void>;
}

/** @throws Error when the control plane's kubeconfig needs a feature that the client does not support */
export function createPortal(config: PortalConfig, deps: PortalDeps): Portal {
  const logger = kubeLogger(deps.logger);
  const client = createClient(config.controlPlane, {
    userAgent: 'klutch-portal',
    policy: kubeConfigPolicies.open,
  });
  const leaderElectionClient = createClient(config.controlPlane, {
    userAgent: 'klutch-portal',
    policy: kubeConfigPolicies.open,
    rateLimiter: 'unlimited',
  });
  const feed = new ChangeFeed(deps);
  const policy: KubeConfigPolicy = {
    ...kubeConfigPolicies.strict,
    loopback: config.allowLoopback ? 'allow' : 'refuse',
  };

  const appClusters = new AppClusters({
    client,
    namespace: config.portalNamespace,
    policy,
    logger,
    listener: feed,
  });
  const controlPlane = new ControlPlane({
    client,
    logger: logger.child({ cluster: 'control plane' }),
    requiredCaches: [
      { cache: appClusters.secrets, namespace: config.portalNamespace },
    ],
    onPlatformChange: () => feed.onPlatformChanged(),
    onClaimChange: clusterNamespace => {
      if (appClusters.findByClusterNamespace(clusterNamespace))
        feed.onClaimsChanged();
    },
  });
  const audit = bindingAudit(deps.auditor, deps.logger);
  const binding = createBindingBackend({
    client,
    ...config.binding,
    lease: { client: leaderElectionClient, namespace: config.portalNamespace },
    audit,
    logger: logger.child({ part: 'binding backend' }),
  });

  const { konnectorImage } = config.binding;
  const joinTokens = createJoinTokens({
    backend: binding,
    stores: deps.stores,
    audit,
    externalUrl: deps.joinUrl,
    konnectorImage,
  });

  const callers = new Callers({ ...deps, mapping: config.identity });
  const reviews = new AccessReviews();
  const inventory = new Inventory({
    controlPlane,
    appClusters,
    onRecheckAfter: ms => feed.scheduleClaimsChanged(ms),
  });
  const platform = new Platform({ controlPlane, appClusters, inventory });
  const locator = new ClaimLocator(appClusters, inventory);
  const store = new AppClusterStore({ ...config, controlPlane, appClusters });
  const offboarding = new AppClusterOffboarding({
    appClusters,
    audit,
    controlPlane,
    joinTokens,
    store,
  });
  const common = { auditor: deps.auditor, callers, controlPlane };

  return {
    binding,
    callers,
    joinTokens,
    handlers: {
      ...developerHandlers({
        ...common,
        platform,
        catalog: new ServiceCatalog({ inventory, platform }),
        namespaces: new Namespaces(appClusters, reviews),
        claims: new ClaimService({ callers, reviews, inventory, locator }),
        credentials: new CredentialsService({ callers, locator }),
        permissionsEnabled: config.permissionsEnabled,
      }),
      ...platformHandlers({
        ...common,
        platform,
        offers: new Offers({ controlPlane, inventory, platform }),
        joinTokens: new AppClusterJoinTokens({
          controlPlane,
          appClusters,
          platform,
          binding,
          joinTokens,
          offboarding,
          store,
          runsKonnector: konnectorImage !== undefined,
        }),
        offboarding,
        tokens: new AppClusterTokens({
          appClusters,
          audit,
          controlPlane,
          joinTokens,
        }),
        registration: new AppClusterRegistration({
          controlPlane,
          appClusters,
          inventory,
          platform,
          binding,
          joinTokens,
          store,
          policy,
          server: config.binding.external.server,
        }),
      }),
    },
    start(signal) {
      controlPlane.start(signal);
      appClusters.start(signal);
      binding.start(signal);
    },
    async stopped() {
      feed.stop();
      await binding.stopped();
      await Promise.all([client.close(), leaderElectionClient.close()]);
    },
  };
}
