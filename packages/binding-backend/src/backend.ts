/** Puts the binding backend together: controllers, provisioning and binding over one connection to the control plane. */
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
  /** Connection to the control plane under the backend's own identity, which needs {@link backendRoles}. */
  client: KubeClient;
  /** How app clusters reach the control plane; written into their kubeconfigs. */
  external: ExternalEndpoint;
  /** Name of this provider for people, shown on app clusters. */
  prettyName: string;
  /** Begins the names of new cluster namespaces. Default `cluster`. */
  namespacePrefix?: string;
  /** Life of the konnectors' tokens: 600 (ten minutes) to 604800 (a week). Default 86400. Renewed at half of it. */
  tokenLifetimeSeconds?: number;
  /**
   * How many service namespaces one app cluster may ask for, by a ResourceQuota in its cluster namespace; 0: any number.
   * Default 500. An operator may set another limit in the quota of an app cluster.
   */
  serviceNamespaceLimit?: number;
  /**
   * Serves AppClusterBindings, with konnectors on the control plane. Needs {@link appClusterBindingRoles} and
   * `controlPlaneModeCrds` of `@klutch/bind-api`. Default: they are left alone.
   */
  appClusterBindings?: AppClusterBindingOptions;
  /** How long a binding waits for the export, and for the app cluster, in milliseconds. Default 90000. */
  bindDeadline?: number;
  /**
   * Where people come from: the issuers of identity providers, and {@link portalIssuer} where there is a portal. With
   * several, names without an issuer allow nobody. Default: none.
   */
  issuers?: readonly string[];
  /** Who may bind an API whose template names nobody. Default `everyone` who can sign in. */
  defaultAudience?: DefaultAudience;
  /** Of several replicas the one that holds this Lease runs the controllers. Default: every replica does. */
  lease?: BackendLease;
  /** Hears what operators should know; never gets a credential. */
  logger: Logger;
  /**
   * Gets what this replica does by itself: tokens, and what is bound and unbound while it runs the controllers.
   * Default: nobody.
   */
  audit?: Audit;
  /** Gets what this backend measures, see `createBindingMetrics`. Default: nobody. */
  metrics?: BindingMetrics;
  /** Clock, for tests. */
  now?: () => Date;
}

/** The control plane's side of the binding. */
export interface BindingBackend extends OfferSource {
  /** Begins to watch, and to work when it is this replica's turn, until the signal aborts. Once only. */
  start(signal: AbortSignal): void;
  /** For readiness: whether everything that is watched has been seen once. */
  readonly checks: readonly HealthCheck[];
  /** Resolves once everything that was there at the start has been seen. */
  ready(): Promise<void>;
  /** Resolves when the controllers have ended after the signal; rejects when they cannot go on. */
  stopped(): Promise<void>;
  /**
   * Cluster namespace, rights and kubeconfig of an app cluster; the same ones each time.
   * @param granted - of the APIs that are for some people only, those that whoever binds may: for a day from now the app
   * cluster may ask for their export. Ask the policy before.
   * @throws BindingError in words
   */
  provision(
    identity: TenantIdentity,
    granted?: readonly ApiResource[],
  ): Promise<Provisioned>;
  /**
   * The same for an app cluster that has its cluster namespace already.
   * @throws BindingError in words; `NotBound` when it has none
   */
  renew(identity: TenantIdentity): Promise<Provisioned>;
  /**
   * A kubeconfig for a tenant that is provisioned, whose token ends within the hour; for what may be seen on its way.
   * @param namespace - its cluster namespace
   */
  shortLivedKubeconfig(
    identity: TenantIdentity,
    namespace: string,
  ): Promise<string>;
  /**
   * Whether that would be of use once the tenant is provisioned; changes nothing.
   * @throws BindingError `NotYet` for some minutes after a revocation
   */
  requireShortLivedKubeconfig(identity: TenantIdentity): Promise<void>;
  /**
   * Binds one API to one app cluster, up to the APIServiceBinding there; the konnector does the rest.
   * Some replica's controllers must be running.
   * @throws BindingError in words; ApiError when a cluster refuses a call
   */
  bind(options: BindOptions): Promise<BindResult>;
  /**
   * The control plane's half of that, for several APIs: cluster namespace, kubeconfig and exports.
   * Some replica's controllers must be running.
   * @param joinTokenId - id of the join token that is redeemed so; recorded, see `lastUsedJoinToken`
   * @throws BindingError in words
   */
  prepare(
    request: BindingRequest,
    joinTokenId?: string,
  ): Promise<PreparedBindings>;
  /** The join token that was used last for a cluster namespace, whether or not its manifest arrived. */
  lastUsedJoinToken(namespace: string): Promise<UsedJoinToken | undefined>;
  /**
   * From when on whatever the app cluster of a cluster namespace writes there is written with tokens that are younger than
   * the last revocation: what it reported before, somebody else may have written. Undefined when there was none.
   */
  tokensTrustedSince(namespace: string): Promise<Date | undefined>;
  /** When the tokens of an app cluster were ended the last time; undefined when they never were. */
  lastRevocation(identity: TenantIdentity): Promise<Date | undefined>;
  /** Name of the cluster namespace that an app cluster has, or will get. */
  clusterNamespaceOf(identity: TenantIdentity): Promise<string>;
  /**
   * Ends all tokens of an app cluster within seconds; one that is not provisioned has none. It gets another one when
   * somebody binds or renews, and not before.
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
 * Makes the binding backend. Several replicas may run at once.
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

  /** @param writer - lets writes through for as long as this replica may write */
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
