/** Runs the controllers of the binding backend over caches of the control plane cluster. */
import {
  cacheCheck,
  type Cache,
  type Controller,
  type HealthCheck,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import {
  createAppClusterCaches,
  type AppClusterCaches,
} from '../appClusterBinding/context';
import { createAppClusterBindingController } from '../appClusterBinding/controller';
import { auditUnbinding } from '../controllers/auditUnbinding';
import { createBackendCaches, type BackendCaches } from '../controllers/caches';
import { createClusterBindingController } from '../controllers/clusterBinding';
import type { ControllerContext } from '../controllers/context';
import { createExportController } from '../controllers/export';
import { createExportRequestController } from '../controllers/exportRequest';
import { createNonExpiringTokenController } from '../controllers/nonExpiringToken';
import { createSecretReaderController } from '../controllers/secretReader';
import { createServiceNamespaceController } from '../controllers/serviceNamespace';
import { createServiceNamespaceQuotaController } from '../controllers/serviceNamespaceQuota';
import { createTokenController } from '../controllers/token';
import { runWithLeaderElection } from '../leaderElection/runWithLeaderElection';
import { bindingCounts } from '../metrics/bindingCounts';
import { warnOnUnqualifiedNames } from '../policy/warnOnUnqualifiedNames';
import { tenantPolicyCheck } from '../roles/tenantAdmissionPolicy';
import type { BindingBackendOptions } from './BindingBackendOptions';
import type { BindingSettings } from './bindingSettings';

/** Caches on every replica, and controllers on the leader. */
export class BackendControllers {
  readonly #options: BindingBackendOptions;
  readonly #settings: BindingSettings;
  readonly #caches: BackendCaches;
  readonly #appClusterCaches: AppClusterCaches | undefined;
  /** The caches without which this replica is not ready. */
  readonly #required: readonly Cache<KubeObject>[];
  #stopped: Promise<void> = Promise.resolve();

  constructor(options: BindingBackendOptions, settings: BindingSettings) {
    this.#options = options;
    this.#settings = settings;
    const { appClusterBindings, client, logger, metrics } = options;
    this.#caches = createBackendCaches({ client, logger, metrics });
    this.#appClusterCaches =
      appClusterBindings && createAppClusterCaches({ client, logger, metrics });
    const { nonExpiringTokens, quotas, ...required } = this.#caches;
    this.#required = Object.values({ ...required, ...this.#appClusterCaches });
    const { templates } = this.#caches;
    const { audience } = settings.bindContext;
    warnOnUnqualifiedNames({ templates, audience, logger });
  }

  get checks(): readonly HealthCheck[] {
    return this.#required.map(cache => cacheCheck(cache));
  }

  start(signal: AbortSignal): void {
    const { nonExpiringTokens, quotas } = this.#caches;
    [...this.#required, nonExpiringTokens, quotas].forEach(cache =>
      cache.start(signal),
    );
    const { logger, metrics } = this.#options;
    const unsubscribe = metrics?.onCollect(() => bindingCounts(this.#caches));
    if (unsubscribe)
      signal.addEventListener('abort', unsubscribe, { once: true });
    this.#stopped = this.#runOnLeader(signal);
    this.#stopped.catch(error =>
      logger.error({ error }, 'the binding backend stopped working'),
    );
  }

  async ready(): Promise<void> {
    await Promise.all(this.#required.map(cache => cache.whenSynced()));
  }

  stopped(): Promise<void> {
    return this.#stopped;
  }

  #runOnLeader(signal: AbortSignal): Promise<void> {
    const { client, lease, logger, metrics } = this.#options;
    return lease
      ? runWithLeaderElection(
          {
            lease,
            logger,
            metrics,
            onStartedLeading: held =>
              this.#run(client.guarded(held.guard), held.signal),
          },
          signal,
        )
      : this.#run(client, signal);
  }

  /** @param writer - client that permits writes only while this replica holds the lease */
  async #run(writer: KubeClient, signal: AbortSignal): Promise<void> {
    const context = this.#context(writer);
    auditUnbinding(context, signal);
    const controllers = this.#controllers(context);
    controllers.forEach(controller => controller.start(signal));
    await Promise.all(controllers.map(controller => controller.stopped()));
  }

  #context(writer: KubeClient): ControllerContext {
    const { client, logger, metrics } = this.#options;
    const { audience, audit, now } = this.#settings.bindContext;
    return {
      audience,
      audit,
      caches: this.#caches,
      client: writer,
      logger,
      metrics,
      now,
      isTenantPolicyEnforced: tenantPolicyCheck(client, now),
    };
  }

  #controllers(context: ControllerContext): Controller[] {
    const { appClusterBindings, prettyName } = this.#options;
    const { bindContext, serviceNamespaceLimit } = this.#settings;
    const tokenContext = { ...bindContext, client: context.client };
    const appClusterCaches = this.#appClusterCaches;
    return [
      createExportRequestController(context),
      createExportController(context),
      createServiceNamespaceController(context),
      createClusterBindingController(context, prettyName),
      createTokenController(context, tokenContext),
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
  }
}
