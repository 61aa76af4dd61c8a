/** The registered app clusters: keeps one connection for each Secret in the portal's namespace. */
import {
  explain,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import {
  core,
  createCache,
  type Cache,
  type KubeConfigPolicy,
  type KubeClient,
  type Logger,
  type Secret,
} from '@klutch/kube';
import {
  ConflictError,
  NotFoundError,
  ServiceUnavailableError,
} from '@backstage/errors';
import { explainedError } from '../errors/explainedError';
import { InvalidError } from '../errors/InvalidError';
import { AppCluster } from './AppCluster';
import {
  appClusterKeys,
  readAppClusterSecret,
  type AppClusterRecord,
} from './appClusterSecret';
import type { ChangeListener } from './ChangeListener';
import { portalTimings } from './timings';
import { sanitizeUploadedKubeconfig } from './uploadedKubeconfig';

/** Options of {@link AppClusters}. */
export interface AppClustersOptions {
  /** Connection to the control plane. */
  client: KubeClient;
  /** The portal's namespace there. */
  namespace: string;
  policy: KubeConfigPolicy;
  logger: Logger;
  listener: ChangeListener;
}

export type RegisteredAppCluster = {
  /** With `konnector` the portal has no kubeconfig, and shows only what the konnector reports to the control plane. */
  connection: 'kubeconfig' | 'konnector';
  /** `resourceVersion` of the Secret. */
  version: string;
  registeredAt: Date;
  record: Omit<AppClusterRecord, 'kubeconfig'>;
  since: Date;
} & (
  | { cluster: AppCluster; problem?: undefined }
  /** Why the app cluster is not connected. */
  | { cluster?: undefined; problem: Explanation }
);

const byTitle = (a: RegisteredAppCluster, b: RegisteredAppCluster) =>
  a.record.title.localeCompare(b.record.title) ||
  a.record.id.localeCompare(b.record.id);

/** What is wrong with a kubeconfig. */
function whyUnusable(error: unknown): Explanation {
  const [refusal] = error instanceof InvalidError ? error.causes : [];
  return refusal ?? { message: error instanceof Error ? error.message : '' };
}

/** All app clusters that are registered in the portal. */
export class AppClusters {
  /** Secrets of the registered app clusters; these hold credentials. */
  readonly secrets: Cache<Secret>;
  readonly #options: AppClustersOptions;
  readonly #registered = new Map<string, RegisteredAppCluster>();

  constructor(options: AppClustersOptions) {
    this.#options = options;
    this.secrets = createCache({
      client: options.client,
      resource: core.secrets,
      namespace: options.namespace,
      labelSelector: appClusterKeys.label,
      logger: options.logger,
      timings: portalTimings,
    });
  }

  /** Starts to watch the Secrets and to connect, until the signal aborts. */
  start(signal: AbortSignal): void {
    this.secrets.subscribe(({ type, object, previous }) => {
      const record = readAppClusterSecret(object);
      const previousRecord = previous && readAppClusterSecret(previous);
      const removed = type === 'deleted' ? record : previousRecord;
      if (removed) this.#disconnect(removed.id);
      if (record && type !== 'deleted') {
        this.#connect(record, object.metadata, signal);
      }
      this.#options.listener.onPlatformChanged();
    });
    this.secrets.start(signal);
    signal.addEventListener(
      'abort',
      () => [...this.#registered.keys()].forEach(id => this.#disconnect(id)),
      { once: true },
    );
  }

  /** All app clusters, ordered by title. */
  list(): RegisteredAppCluster[] {
    return [...this.#registered.values()].sort(byTitle);
  }

  find(id: string): RegisteredAppCluster | undefined {
    return this.#registered.get(id);
  }

  /** App clusters that the portal has a connection for. */
  connected(): AppCluster[] {
    return this.list().flatMap(({ cluster }) => cluster ?? []);
  }

  /** @throws ServiceUnavailableError before the Secrets are cached, while app clusters may be missing */
  requireKnown(): void {
    if (this.secrets.synced) return;
    throw explainedError(
      ServiceUnavailableError,
      explain('AppClustersUnknown'),
    );
  }

  /** @throws NotFoundError when no app cluster has this id, ServiceUnavailableError before the Secrets are cached */
  require(id: string): RegisteredAppCluster {
    const registered = this.#registered.get(id);
    if (registered) return registered;
    this.requireKnown();
    throw explainedError(
      NotFoundError,
      explain('AppClusterNotFound', { cluster: id }),
    );
  }

  /**
   * @throws NotFoundError when no app cluster has this id, ConflictError when only its konnector is connected,
   * ServiceUnavailableError when the portal cannot connect
   */
  get(id: string): AppCluster {
    const registered = this.require(id);
    if (registered.cluster) return registered.cluster;
    const { connection, problem } = registered;
    throw connection === 'konnector'
      ? explainedError(ConflictError, problem)
      : explainedError(ServiceUnavailableError, problem);
  }

  /**
   * Resolves once the portal watches the cluster with the just written version of its Secret, or when the signal
   * aborts.
   */
  async whenConnected(
    id: string,
    version: string,
    signal: AbortSignal,
  ): Promise<void> {
    let unsubscribe = () => {};
    await new Promise<void>(resolve => {
      const check = () => {
        if (this.#registered.get(id)?.version === version) resolve();
      };
      unsubscribe = this.secrets.subscribe(check);
      signal.addEventListener('abort', () => resolve(), { once: true });
      check();
    });
    unsubscribe();
    await this.#registered.get(id)?.cluster?.whenReachable(signal);
  }

  /** The app cluster that belongs to a cluster namespace of the control plane. */
  findByClusterNamespace(namespace: string): RegisteredAppCluster | undefined {
    return [...this.#registered.values()].find(
      ({ record }) => record.clusterNamespace === namespace,
    );
  }

  #connect(
    record: AppClusterRecord,
    { creationTimestamp, resourceVersion = '' }: Secret['metadata'],
    signal: AbortSignal,
  ): void {
    const { policy, logger, listener } = this.#options;
    const { kubeconfig, ...rest } = record;
    const since = new Date();
    const registration = {
      record: rest,
      version: resourceVersion,
      registeredAt: new Date(creationTimestamp ?? 0),
      since,
    };
    if (!kubeconfig) {
      const problem = explain('KubeconfigMissing', { cluster: record.title });
      const connection = 'konnector';
      this.#registered.set(record.id, { ...registration, connection, problem });
      return;
    }
    const connection = 'kubeconfig';
    try {
      // Secrets that were not written by the portal pass the same policy as uploads.
      const sanitized = sanitizeUploadedKubeconfig(kubeconfig, policy);
      for (const { field, message } of sanitized.warnings) {
        logger.warn({ appCluster: record.id, field }, message);
      }
      const cluster = new AppCluster({
        ...rest,
        kubeconfig: sanitized.kubeconfig,
        policy,
        logger: logger.child({ appCluster: record.id }),
        listener,
      });
      this.#registered.set(record.id, { ...registration, connection, cluster });
      cluster.start(signal);
    } catch (error) {
      const why = whyUnusable(error);
      const problem = explain('KubeconfigUnusable', {
        cluster: record.title,
        error: why.message,
        ...(why.reason && { errorReason: why.reason }),
      });
      logger.warn(
        { appCluster: record.id, reason: why.message },
        'app cluster not connected',
      );
      this.#registered.set(record.id, { ...registration, connection, problem });
    }
  }

  #disconnect(id: string): void {
    const registered = this.#registered.get(id);
    this.#registered.delete(id);
    void registered?.cluster?.stop();
  }
}
