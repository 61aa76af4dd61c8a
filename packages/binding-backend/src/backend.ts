/**
 * Assembles the binding backend: controllers, provisioning and binding over one connection to the control plane
 * cluster.
 */
import { names, type ApiResource } from '@klutch/bind-api';
import {
  cacheCheck,
  type Cache,
  type HealthCheck,
  type KubeClient,
  type KubeObject,
  type Logger,
} from '@klutch/kube';
import {
  createAppClusterCaches,
  type AppClusterBindingOptions,
} from './appClusterBinding/context';
import { createAppClusterBindingController } from './appClusterBinding/controller';
import { bindApi, type BindOptions, type BindResult } from './bind/bind';
import type { Audit } from './audit/Audit';
import {
  prepareBindings,
  type BindingRequest,
  type PreparedBindings,
} from './bind/prepareBindings';
import { auditUnbinding } from './controllers/auditUnbinding';
import { createBackendCaches } from './controllers/caches';
import { createClusterBindingController } from './controllers/clusterBinding';
import { createExportController } from './controllers/export';
import { createExportRequestController } from './controllers/exportRequest';
import { createNonExpiringTokenController } from './controllers/nonExpiringToken';
import { createSecretReaderController } from './controllers/secretReader';
import { createServiceNamespaceController } from './controllers/serviceNamespace';
import { createServiceNamespaceQuotaController } from './controllers/serviceNamespaceQuota';
import { createTokenController } from './controllers/token';
import { BindingError } from './errors/BindingError';
import { bindingCounts } from './metrics/bindingCounts';
import type { BindingMetrics } from './metrics/BindingMetrics';
import { countedAudit } from './metrics/countedAudit';
import { offerSource, type OfferSource } from './offers/offers';
import { audienceOf, type DefaultAudience } from './policy/audience';
import type { Audience, Binder } from './policy/mayBind';
import { tenantPolicyCheck } from './roles/tenantAdmissionPolicy';
import { warnOnUnqualifiedNames } from './policy/warnOnUnqualifiedNames';
import {
  checkNamespacePrefix,
  identityValue,
  type TenantIdentity,
} from './identity/tenantIdentity';
import type { ExternalEndpoint } from './tokens/kubeconfig';
import {
  clusterNamespaceOf,
  provisionTenant,
  renewTenant,
  type Provisioned,
} from './provision/provision';
import {
  lastRevocation,
  revokeTokens,
  tokensTrustedSince,
} from './tokens/revokeTokens';
import {
  requireShortLivedKubeconfig,
  shortLivedKubeconfig,
} from './tokens/shortLivedKubeconfig';
import {
  lastUsedJoinToken,
  type UsedJoinToken,
} from './provision/usedJoinToken';
import {
  defaultServiceNamespaceLimit,
  isServiceNamespaceLimit,
  maxServiceNamespaces,
} from './serviceNamespaceLimit';
import { isTokenLifetime, tokenLifetimeBounds } from './tokenLifetime';
import {
  runWithLeaderElection,
  type BackendLease,
} from './leaderElection/runWithLeaderElection';

/** Configuration of {@link createBindingBackend}. */
export interface BindingBackendOptions {
  /** Connection to the control plane cluster under the backend's own identity, which needs {@link backendRoles}. */
  client: KubeClient;
  /** Address under which app clusters reach the control plane cluster; written into their kubeconfigs. */
  external: ExternalEndpoint;
  /** Display name of this provider, shown on app clusters. */
  prettyName: string;
  /** Prefix of the names of new cluster namespaces. Default `cluster`. */
  namespacePrefix?: string;
  /**
   * Lifetime of the konnectors' tokens in seconds: 600 (ten minutes) to 604800 (a week). Default 86400. Tokens are
   * renewed after half of their lifetime.
   */
  tokenLifetimeSeconds?: number;
  /**
   * Number of service namespaces that one app cluster may request, enforced by a ResourceQuota in its cluster
   * namespace; 0: no limit. Default 500. An operator may set another limit in the ResourceQuota of an app cluster.
   */
  serviceNamespaceLimit?: number;
  /**
   * Reconciles AppClusterBindings, with konnectors on the control plane cluster. Needs {@link appClusterBindingRoles}
   * and `controlPlaneModeCrds` of `@klutch/bind-api`. Default: AppClusterBindings are ignored.
   */
  appClusterBindings?: AppClusterBindingOptions;
  /** How long a binding waits for the export, and then for the app cluster, in milliseconds. Default 90000. */
  bindDeadline?: number;
  /**
   * Issuers that users sign in with: those of identity providers, and {@link portalIssuer} where there is a portal.
   * With several issuers, names without an issuer match no user. Default: none.
   */
  issuers?: readonly string[];
  /** Who may bind an API whose template names no users and groups. Default `everyone` who can sign in. */
  defaultAudience?: DefaultAudience;
  /**
   * Lease for leader election: only the replica that holds the lease runs the controllers. Default: no leader election,
   * every replica runs them.
   */
  lease?: BackendLease;
  /** Logger for operators; never receives a credential. */
  logger: Logger;
  /**
   * Audit of what this replica does on its own behalf: issued tokens, and bindings that appear or disappear while this
   * replica runs the controllers. Default: no audit.
   */
  audit?: Audit;
  /** Metrics of this backend, see `createBindingMetrics`. Default: no metrics. */
  metrics?: BindingMetrics;
  /** Clock, for tests. */
  now?: () => Date;
}

/** The control plane cluster's side of the binding. */
export interface BindingBackend extends OfferSource {
  /**
   * Starts the watches, and the controllers once this replica is the leader, until the signal aborts. May be called
   * once only.
   */
  start(signal: AbortSignal): void;
  /** Readiness checks: whether every watch has finished its initial list. */
  readonly checks: readonly HealthCheck[];
  /** Resolves once every watch has finished its initial list. */
  ready(): Promise<void>;
  /** Resolves when the controllers have stopped after the signal; rejects when the controllers fail. */
  stopped(): Promise<void>;
  /**
   * Ensures the cluster namespace, rights and kubeconfig of an app cluster; idempotent.
   * @param granted - APIs with a restricted audience that the caller may bind: the app cluster may request their export
   * for one day. The caller must check the policy before.
   * @throws BindingError when the user or an operator has to act
   */
  provision(
    identity: TenantIdentity,
    granted?: readonly ApiResource[],
  ): Promise<Provisioned>;
  /**
   * As `provision`, for an app cluster that already has its cluster namespace.
   * @throws BindingError when the user or an operator has to act; `NotBound` without a cluster namespace
   */
  renew(identity: TenantIdentity): Promise<Provisioned>;
  /**
   * A kubeconfig for a provisioned tenant whose token expires within the hour; for channels that others may read.
   * @param namespace - cluster namespace of the tenant
   */
  shortLivedKubeconfig(
    identity: TenantIdentity,
    namespace: string,
  ): Promise<string>;
  /**
   * Checks whether `shortLivedKubeconfig` would succeed once the tenant is provisioned; changes nothing.
   * @throws BindingError `NotYet` for some minutes after a revocation
   */
  requireShortLivedKubeconfig(identity: TenantIdentity): Promise<void>;
  /**
   * Binds one API to one app cluster, up to the APIServiceBinding there; the konnector does the rest. The controllers
   * of some replica must be running.
   * @throws BindingError when the user or an operator has to act; ApiError when a cluster refuses a call
   */
  bind(options: BindOptions): Promise<BindResult>;
  /**
   * Prepares the binding of several APIs on the control plane cluster: cluster namespace, kubeconfig and exports. The
   * controllers of some replica must be running.
   * @param joinTokenId - id of the join token that is redeemed with this call; recorded, see `lastUsedJoinToken`
   * @throws BindingError when the user or an operator has to act
   */
  prepare(
    request: BindingRequest,
    joinTokenId?: string,
  ): Promise<PreparedBindings>;
  /**
   * The join token that was used last for a cluster namespace, whether or not the app cluster received the manifest.
   */
  lastUsedJoinToken(namespace: string): Promise<UsedJoinToken | undefined>;
  /**
   * Time after which everything that the app cluster of a cluster namespace writes there is written with tokens issued
   * after the last revocation; earlier reports may come from the holder of a leaked token. Undefined without a
   * revocation.
   */
  tokensTrustedSince(namespace: string): Promise<Date | undefined>;
  /** Time of the last revocation of an app cluster's tokens; undefined when they were never revoked. */
  lastRevocation(identity: TenantIdentity): Promise<Date | undefined>;
  /** Name of the cluster namespace that an app cluster has, or will get. */
  clusterNamespaceOf(identity: TenantIdentity): Promise<string>;
  /**
   * Revokes all tokens of an app cluster within seconds; does nothing for an app cluster that is not provisioned. A new
   * token is issued only by the next bind or renew.
   */
  revoke(identity: TenantIdentity, by: Binder): Promise<void>;
}

const checkLifetime = (seconds: number) => {
  if (Number.isInteger(seconds) && isTokenLifetime(seconds)) return seconds;
  const { min, max } = tokenLifetimeBounds;
  throw new BindingError(
    'Misconfigured',
    `tokenLifetimeSeconds is ${seconds}; it must be a whole number from ${min} to ${max}.`,
  );
};

const checkServiceNamespaceLimit = (limit: number) => {
  if (isServiceNamespaceLimit(limit)) return limit;
  throw new BindingError(
    'Misconfigured',
    `serviceNamespaceLimit is ${limit}; it must be a whole number from 0, which is no limit, to ${maxServiceNamespaces}.`,
  );
};

const configuredAudience = (options: BindingBackendOptions): Audience => {
  try {
    return audienceOf(options);
  } catch (error) {
    if (!(error instanceof BindingError)) throw error;
    throw new BindingError(
      'Misconfigured',
      `defaultAudience: ${error.message}`,
    );
  }
};

/**
 * Creates the binding backend. Several replicas may run at once.
 * @throws BindingError `Misconfigured` when an option cannot be used
 */
export const createBindingBackend = (
  options: BindingBackendOptions,
): BindingBackend => {
  const { client, external, prettyName, logger } = options;
  const audit = countedAudit(
    options.audit ?? (() => undefined),
    options.metrics,
  );
  const now = options.now ?? (() => new Date());
  const audience = configuredAudience(options);
  const bindContext = {
    audience,
    client,
    external,
    prettyName,
    namespacePrefix: checkNamespacePrefix(
      options.namespacePrefix ?? names.clusterNamespacePrefix,
    ),
    lifetimeSeconds: checkLifetime(options.tokenLifetimeSeconds ?? 86_400),
    deadline: options.bindDeadline ?? 90_000,
    now,
    audit,
  };
  const serviceNamespaceLimit = checkServiceNamespaceLimit(
    options.serviceNamespaceLimit ?? defaultServiceNamespaceLimit,
  );
  const { lease, metrics, appClusterBindings } = options;
  const caches = createBackendCaches({ client, logger, metrics });
  const { templates } = caches;
  warnOnUnqualifiedNames({ templates, audience, logger });
  const appClusterCaches =
    appClusterBindings && createAppClusterCaches({ client, logger, metrics });
  const { nonExpiringTokens, quotas, ...needed } = caches;
  const neededCaches: readonly Cache<KubeObject>[] = Object.values({
    ...needed,
    ...appClusterCaches,
  });
  let controllersStopped: Promise<void> = Promise.resolve();

  /** @param writer - client that permits writes only while this replica holds the lease */
  const runControllers = async (writer: KubeClient, signal: AbortSignal) => {
    const context = {
      audience,
      audit,
      caches,
      client: writer,
      logger,
      metrics,
      now,
      isTenantPolicyEnforced: tenantPolicyCheck(client, now),
    };
    auditUnbinding(context, signal);
    const controllers = [
      createExportRequestController(context),
      createExportController(context),
      createServiceNamespaceController(context),
      createClusterBindingController(context, prettyName),
      createTokenController(context, { ...bindContext, client: writer }),
      createNonExpiringTokenController(context),
      createSecretReaderController(context),
      createServiceNamespaceQuotaController(context, serviceNamespaceLimit),
      ...(appClusterBindings && appClusterCaches
        ? [
            createAppClusterBindingController({
              ...context,
              appClusterCaches,
              options: appClusterBindings,
              prettyName,
            }),
          ]
        : []),
    ];
    controllers.forEach(controller => controller.start(signal));
    await Promise.all(controllers.map(controller => controller.stopped()));
  };

  return {
    checks: neededCaches.map(cache => cacheCheck(cache)),
    start(signal) {
      [...neededCaches, nonExpiringTokens, quotas].forEach(cache =>
        cache.start(signal),
      );
      const unsubscribe = metrics?.onCollect(() => bindingCounts(caches));
      if (unsubscribe)
        signal.addEventListener('abort', unsubscribe, { once: true });
      controllersStopped = lease
        ? runWithLeaderElection(
            {
              lease,
              logger,
              metrics,
              onStartedLeading: held =>
                runControllers(client.guarded(held.guard), held.signal),
            },
            signal,
          )
        : runControllers(client, signal);
      controllersStopped.catch(error =>
        logger.error({ error }, 'the binding backend stopped working'),
      );
    },
    async ready() {
      await Promise.all(neededCaches.map(cache => cache.whenSynced()));
    },
    stopped: () => controllersStopped,
    provision: (identity, granted) =>
      provisionTenant(bindContext, identity, granted),
    renew: identity => renewTenant(bindContext, identity),
    shortLivedKubeconfig: (identity, namespace) =>
      shortLivedKubeconfig(bindContext, {
        identity: identityValue(identity),
        namespace,
      }),
    requireShortLivedKubeconfig: identity =>
      requireShortLivedKubeconfig(bindContext, identity),
    ...offerSource(client, audience),
    bind: bindOptions => bindApi(bindContext, bindOptions),
    prepare: (request, joinTokenId) =>
      prepareBindings(bindContext, request, joinTokenId),
    lastUsedJoinToken: namespace => lastUsedJoinToken(client, namespace),
    lastRevocation: identity => lastRevocation(bindContext, identity),
    tokensTrustedSince: namespace => tokensTrustedSince(client, namespace),
    clusterNamespaceOf: identity => clusterNamespaceOf(bindContext, identity),
    revoke: (identity, by) => revokeTokens(bindContext, identity, by),
  };
};
