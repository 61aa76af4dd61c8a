/** The control plane cluster: the portal's connection and its caches. */
import { CONTROL_PLANE_NAME } from '@klutch/backstage-plugin-klutch-common';
import {
  apiName,
  bindResources,
  isOfferable,
  parseApiName,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import { findTemplate, templateApi } from '@klutch/binding-backend';
import {
  core,
  createCache,
  type Cache,
  type CustomResourceDefinition,
  type KubeClient,
  type KubeObject,
  type Logger,
  type Resource,
} from '@klutch/kube';
import type { ApiDescriptor } from '../claimApis/claimResource';
import { apiOfCrd, claimsOfXrd } from '../claimApis/serviceInfo';
import { xrdResource } from '../claimApis/xrdResource';
import type { ClaimChange } from './ChangeListener';
import { ClaimCaches } from './ClaimCaches';
import {
  Reachability,
  type RequiredCache,
  type ReachabilityState,
} from './Reachability';
import { serviceNamespaceOwners } from './serviceNamespaces';
import { portalTimings } from './timings';

/** Options of {@link ControlPlane}. */
export interface ControlPlaneOptions {
  client: KubeClient;
  logger: Logger;
  /** Further caches that must be synced for the control plane to count as reachable. */
  requiredCaches: readonly RequiredCache[];
  /** Called when the platform changes. */
  onPlatformChange: () => void;
  onProviderCopyChange: (change: ProviderCopyChange) => void;
  /** Called when a cache of provider copies becomes complete, or loses or regains its connection. */
  onClaimHealthChange: () => void;
}

/** A change of the provider copy of a claim. */
export interface ProviderCopyChange {
  api: ApiDescriptor;
  /** Cluster namespace of the app cluster on the control plane. */
  clusterNamespace: string;
  /** Key of the claim on the app cluster: `<namespace>/<name>` */
  key: string;
}

/** Schemas take most of the memory for a control plane's CRDs; only those of APIs that can be offered are needed. */
function withoutForeignSchemas(
  crd: CustomResourceDefinition,
): CustomResourceDefinition {
  if (isOfferable(crd)) return crd;
  const versions = crd.spec.versions.map(version => ({
    ...version,
    schema: undefined,
  }));
  return { ...crd, spec: { ...crd.spec, versions } };
}

function createCaches(client: KubeClient, logger: Logger) {
  const cache = <T extends KubeObject>(
    resource: Resource<T>,
    options: {
      project?: (object: T) => T;
      indexes?: Record<string, (object: T) => string[]>;
    } = {},
  ): Cache<T> =>
    createCache<T>({
      client,
      logger,
      resource,
      timings: portalTimings,
      ...options,
    });
  return {
    crds: cache(core.customResourceDefinitions, {
      project: withoutForeignSchemas,
    }),
    templates: cache(bindResources.templates),
    requests: cache(bindResources.requests),
    exports: cache(bindResources.exports),
    clusterBindings: cache(bindResources.clusterBindings),
    serviceNamespaces: cache(bindResources.serviceNamespaces, {
      indexes: {
        clusterNamespace: ({ metadata }) => [metadata.namespace ?? ''],
        serviceNamespace: serviceNamespaceOwners,
      },
    }),
    xrds: cache(xrdResource, { indexes: { claims: claimsOfXrd } }),
  };
}

/** Connection to, and caches of, the control plane cluster. */
export class ControlPlane {
  readonly client: KubeClient;
  readonly caches: ReturnType<typeof createCaches>;
  /** The control plane's copies of claims. */
  readonly providerCopies: ClaimCaches;
  readonly #reachability: Reachability;
  readonly #options: ControlPlaneOptions;

  constructor(options: ControlPlaneOptions) {
    const { client, logger } = options;
    this.#options = options;
    this.client = client;
    this.caches = createCaches(client, logger);
    this.providerCopies = new ClaimCaches({
      client,
      logger,
      onChange: change => this.#onProviderCopyChange(change),
      onHealth: options.onClaimHealthChange,
    });
    const { crds, templates, exports, clusterBindings } = this.caches;
    this.#reachability = new Reachability({
      cluster: CONTROL_PLANE_NAME,
      client,
      caches: [
        { cache: crds },
        { cache: templates },
        // Without these, withdrawn services and konnectors would look as if they did not exist.
        { cache: exports },
        { cache: clusterBindings },
        ...options.requiredCaches,
      ],
      onChange: options.onPlatformChange,
    });
  }

  get reachability(): ReachabilityState {
    return this.#reachability.state;
  }

  /** Starts the watches, until the signal aborts. */
  start(signal: AbortSignal): void {
    const { crds, templates, exports, serviceNamespaces } = this.caches;
    const syncProviderCopies = () =>
      this.providerCopies.sync(this.#wantedApis(), signal);
    for (const cache of [crds, templates, exports])
      cache.subscribe(syncProviderCopies);
    for (const cache of Object.values(this.caches)) {
      if (cache !== serviceNamespaces) {
        cache.subscribe(this.#options.onPlatformChange);
      }
      cache.start(signal);
    }
    this.#reachability.start(signal);
  }

  /** APIs that an export template offers, by `<plural>.<group>`. */
  offered(): Set<string> {
    return new Set(
      this.caches.templates
        .list()
        .filter(({ metadata }) => !metadata.deletionTimestamp)
        .map(template => apiName(templateApi(template))),
    );
  }

  /** The template that offers an API; of several, the one that the binding backend uses. */
  template(resource: string): APIServiceExportTemplate | undefined {
    return findTemplate(this.caches.templates.list(), parseApiName(resource));
  }

  /** APIs that are offered, or were withdrawn and are still exported: both may have claims. */
  #wantedApis(): ApiDescriptor[] {
    const names = this.offered();
    for (const { metadata } of this.caches.exports.list()) {
      names.add(metadata.name ?? '');
    }
    return [...names].flatMap(name => {
      const crd = this.caches.crds.get(name);
      return (crd && isOfferable(crd) && apiOfCrd(crd)) || [];
    });
  }

  #onProviderCopyChange({ api, object: { metadata } }: ClaimChange): void {
    const owners = this.caches.serviceNamespaces.byIndex(
      'serviceNamespace',
      metadata.namespace ?? '',
    );
    for (const owner of owners) {
      this.#options.onProviderCopyChange({
        api,
        clusterNamespace: owner.metadata.namespace ?? '',
        key: `${owner.metadata.name}/${metadata.name}`,
      });
    }
  }
}
