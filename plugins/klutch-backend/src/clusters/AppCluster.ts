/** One app cluster: the portal's connection and its caches. */
import { randomUUID } from 'node:crypto';
import { bindResources, names } from '@klutch/bind-api';
import {
  resourceName,
  core,
  createCache,
  isEstablished,
  joinSignals,
  type CustomResourceDefinition,
  type JoinedSignal,
  type KubeConfigPolicy,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import type { ApiDescriptor } from '../claimApis/claimResource';
import { apiOfCrd } from '../claimApis/serviceInfo';
import type { ChangeListener } from './ChangeListener';
import { ClaimCaches } from './ClaimCaches';
import { kubeconfigExpiry } from './kubeconfigExpiry';
import { Reachability, type ReachabilityState } from './Reachability';
import { RoleBindings } from './RoleBindings';
import { clusterWide, Roles } from './Roles';
import { portalTimings } from './timings';
import {
  createUploadedClient,
  uploadedServer,
  type UploadedServer,
} from './uploadedKubeconfig';

/** Options of {@link AppCluster}. */
export interface AppClusterOptions {
  id: string;
  title: string;
  /** Cluster namespace on the control plane. */
  clusterNamespace: string;
  /** YAML, sanitized by the policy. */
  kubeconfig: string;
  policy: KubeConfigPolicy;
  logger: Logger;
  listener: ChangeListener;
}

/** Only the fields that determine the served version. */
function withoutSchemas(
  crd: CustomResourceDefinition,
): CustomResourceDefinition {
  const { group, scope, names: crdNames, versions } = crd.spec;
  return {
    ...crd,
    spec: {
      group,
      scope,
      names: crdNames,
      versions: versions.map(({ name, served, storage }) => ({
        name,
        served,
        storage,
      })),
    },
  };
}

function createCaches(client: KubeClient, logger: Logger) {
  const options = { client, logger, timings: portalTimings };
  return {
    namespaces: createCache({ ...options, resource: core.namespaces }),
    crds: createCache({
      ...options,
      resource: core.customResourceDefinitions,
      project: withoutSchemas,
    }),
    bindings: createCache({
      ...options,
      resource: bindResources.bindings,
      namespace: names.appClusterNamespace,
    }),
  };
}

/** Connection to, and caches of, an app cluster. */
export class AppCluster {
  readonly id: string;
  /** Differs from earlier and later connections to an app cluster with the same id. */
  readonly connectionId = randomUUID();
  readonly title: string;
  readonly clusterNamespace: string;
  /** Acts as the portal's own user; use `as()` for every request of a user. */
  readonly client: KubeClient;
  /** For access reviews: limited on its own, so that these do not delay writes. */
  readonly reviewClient: KubeClient;
  /** When the portal's credentials expire; undefined when they do not, or when that is not known. */
  readonly credentialsExpireAt: Date | undefined;
  /** The API server, for connections beside the client's. */
  readonly server: UploadedServer;
  readonly caches: ReturnType<typeof createCaches>;
  /** Claims of the APIs that are bound on this app cluster. */
  readonly claims: ClaimCaches;
  readonly roleBindings: RoleBindings;
  readonly roles: Roles;
  readonly #reachability: Reachability;
  readonly #listener: ChangeListener;
  /** Ends the watches; undefined before `start`. */
  #stop?: JoinedSignal;

  /** @throws Error with a readable message when the kubeconfig cannot be used */
  constructor(options: AppClusterOptions) {
    const { title, kubeconfig, policy, logger, listener } = options;
    this.id = options.id;
    this.title = title;
    this.clusterNamespace = options.clusterNamespace;
    const createClient = () =>
      createUploadedClient(
        kubeconfig,
        policy,
        { userAgent: 'klutch-portal' },
        logger,
      );
    this.client = createClient();
    this.reviewClient = createClient();
    this.credentialsExpireAt = kubeconfigExpiry(kubeconfig);
    this.server = uploadedServer(kubeconfig, policy);
    this.#listener = listener;
    this.caches = createCaches(this.client, logger);
    this.claims = new ClaimCaches({
      client: this.client,
      logger,
      onChange: change => listener.onClaimChanged(options.id, change),
      onHealth: () => listener.onClaimHealthChanged(),
    });
    const rights = {
      client: this.client,
      logger,
      onChange: (changed: readonly string[]) => {
        if (changed.some(namespace => this.#hasClaims(namespace))) {
          listener.onRightsChanged();
        }
      },
    };
    this.roleBindings = new RoleBindings(rights);
    this.roles = new Roles(rights);
    const { namespaces, crds } = this.caches;
    this.#reachability = new Reachability({
      cluster: title,
      client: this.client,
      caches: [{ cache: namespaces }, { cache: crds }],
      onChange: () => listener.onPlatformChanged(),
    });
  }

  get reachability(): ReachabilityState {
    return this.#reachability.state;
  }

  /** Resolves when the cluster is reachable, or when the signal aborts. */
  whenReachable(signal: AbortSignal): Promise<void> {
    return this.#reachability.whenReachable(signal);
  }

  /** Time of the last response of the cluster; undefined without any response. */
  get lastSeenAt(): Date | undefined {
    return this.caches.namespaces.health.lastEventAt;
  }

  /** Starts the watches, until `stop` is called or the signal aborts. */
  start(shutdownSignal: AbortSignal): void {
    this.#stop = joinSignals([shutdownSignal]);
    const { signal } = this.#stop;
    const { crds, bindings, namespaces } = this.caches;
    const syncClaims = () => this.claims.sync(this.boundApis(), signal);
    for (const cache of [crds, bindings]) cache.subscribe(syncClaims);
    bindings.onHealth(() => this.#listener.onClaimHealthChanged());
    for (const cache of Object.values(this.caches)) {
      cache.subscribe(() => this.#listener.onPlatformChanged());
    }
    // A watch of an API that does not exist yet would notice it only after a pause.
    const stopWaiting = crds.subscribe(() => {
      if (!this.#hasBindingsApi) return;
      stopWaiting();
      bindings.start(signal);
    });
    namespaces.start(signal);
    crds.start(signal);
    this.roleBindings.start(signal);
    this.roles.start(signal);
    this.#reachability.start(signal);
  }

  /** Whether APIs can be bound: the CRD is installed with the first one. */
  get #hasBindingsApi(): boolean {
    const name = resourceName(bindResources.bindings);
    return isEstablished(this.caches.crds.get(name));
  }

  #hasClaims(namespace: string): boolean {
    return this.claims
      .list()
      .some(({ cache }) =>
        namespace === clusterWide
          ? cache.list().length > 0
          : cache.byIndex('namespace', namespace).length > 0,
      );
  }

  /** Stops all watches and closes the connection. */
  async stop(): Promise<void> {
    this.#stop?.abort();
    this.#stop?.release();
    await Promise.all([this.client.close(), this.reviewClient.close()]);
  }

  /** Whether the claims of all bound APIs are cached. */
  get complete(): boolean {
    const knowsApis = this.caches.bindings.synced || !this.#hasBindingsApi;
    return (
      this.reachability.reachable &&
      knowsApis &&
      this.claims.list().every(({ cache }) => cache.synced)
    );
  }

  /** APIs that are bound on this app cluster and whose CRD is served. */
  boundApis(): ApiDescriptor[] {
    return this.caches.bindings.list().flatMap(({ metadata }) => {
      const crd = this.caches.crds.get(metadata.name ?? '');
      return (crd && isEstablished(crd) && apiOfCrd(crd)) || [];
    });
  }

  /** The API of that name, if it is bound on this app cluster. */
  boundApi(resource: string): ApiDescriptor | undefined {
    return this.caches.bindings.get(`${names.appClusterNamespace}/${resource}`)
      ? this.boundApis().find(api => resourceName(api) === resource)
      : undefined;
  }
}
