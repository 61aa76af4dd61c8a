/** The live index: claims of all app clusters joined with their provider copies. Reads caches only, never clusters. */
import { resourceName } from '@klutch/kube';
import { clusterBindingKey, getCondition, names } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ApiDescriptor, ClaimObject } from '../claimApis/claimResource';
import { instanceApiOf } from '../claimApis/instanceApi';
import {
  serviceInfo,
  unknownService,
  type ServiceInfo,
} from '../claimApis/serviceInfo';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { konnectorProblem } from '../clusters/konnectorHealth';
import { serviceNamespaceOf } from '../clusters/serviceNamespaces';
import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';
import { deriveClaimState } from './claimState';
import { claimSummary, finishedAt } from './claimSummary';

/** Selects claims. */
export interface ClaimFilter {
  type?: Schemas['ClaimType'];
  cluster?: string;
  namespace?: string;
  /** Name of the instance that the claims refer to. */
  instance?: string;
  /** API of that instance. */
  instanceResource?: string;
}

/** A claim and its location. */
export interface LocatedClaim {
  cluster: AppCluster;
  info: ServiceInfo;
  object: ClaimObject;
}

/** Claims of one API on one app cluster. */
export interface ClaimGroup {
  cluster: AppCluster;
  info: ServiceInfo;
  objects: ClaimObject[];
}

/** Dependencies of {@link Inventory}. */
export interface InventoryOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  /** Called when a claim's state will change without a cluster event, with the delay in milliseconds. */
  onRecheckAfter: (ms: number) => void;
}

const isReady = ({ status }: ClaimObject) =>
  status?.conditions?.some(
    ({ type, status: is }) => type === 'Ready' && is === 'True',
  );

/** Queries over the cached claims. */
export class Inventory {
  readonly #options: InventoryOptions;

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  /** An API, by its CRD on the control plane. */
  service(resource: string): ServiceInfo | undefined {
    const { crds, xrds } = this.#options.controlPlane.caches;
    const crd = crds.get(resource);
    return crd && serviceInfo(crd, xrds.list());
  }

  /** As {@link Inventory.service}, for an API of an app cluster, in the version served there. */
  serviceOn(api: ApiDescriptor): ServiceInfo {
    const info = this.service(resourceName(api)) ?? unknownService(api);
    return { ...info, api };
  }

  /** Offered APIs, ordered by title. */
  offered(): ServiceInfo[] {
    return [...this.#options.controlPlane.offered()]
      .flatMap(resource => this.service(resource) ?? [])
      .sort((a, b) => a.title.localeCompare(b.title));
  }

  /** Claims of the app clusters that the portal has a connection for. */
  claims(filter: ClaimFilter): ClaimGroup[] {
    return this.#options.appClusters
      .connected()
      .filter(({ id }) => !filter.cluster || id === filter.cluster)
      .flatMap(cluster =>
        cluster.claims.list().flatMap(({ api, cache }) => {
          const info = this.serviceOn(api);
          if (filter.type && info.type !== filter.type) return [];
          const objects = filter.namespace
            ? cache.byIndex('namespace', filter.namespace)
            : cache.list();
          const isWanted = (object: ClaimObject) =>
            this.#matchesFilter({ cluster, info, object }, filter);
          return [{ cluster, info, objects: objects.filter(isWanted) }];
        }),
      );
  }

  #matchesFilter(claim: LocatedClaim, filter: ClaimFilter): boolean {
    const { instance, instanceResource } = filter;
    return (
      (!instance || this.#instanceOf(claim) === instance) &&
      (!instanceResource ||
        this.#instanceApi(claim)?.resource === instanceResource)
    );
  }

  /** The service that a service binding, backup or restore refers to; undefined when none matches. */
  #instanceApi({ cluster, info, object }: LocatedClaim) {
    const services = cluster.claims
      .list()
      .map(({ api }) => this.serviceOn(api));
    return instanceApiOf(info, object.spec, services);
  }

  /** The cached claims of an API on an app cluster, if the API is bound there. */
  #claimsOf(cluster: AppCluster, resource: string | undefined) {
    return cluster.claims
      .list()
      .find(({ api }) => resourceName(api) === resource)?.cache;
  }

  /** The instance that a claim refers to; undefined for instances themselves. */
  #instanceOf(claim: LocatedClaim): string | undefined {
    const { cluster, info, object } = claim;
    const { metadata, spec } = object;
    if (info.type !== 'restore') return spec?.instanceRef;
    const backups = this.#instanceApi(claim)?.relatedApis.backup;
    const backup = this.#claimsOf(cluster, backups)?.get(
      `${metadata.namespace}/${spec?.backupRef}`,
    );
    return backup?.spec?.instanceRef ?? spec?.instanceRef;
  }

  #lastBackupAt({ cluster, info, object }: LocatedClaim): string | undefined {
    const key = `${object.metadata.namespace}/${object.metadata.name}`;
    const backups = this.#claimsOf(cluster, info.relatedApis.backup);
    return (backups?.byIndex('instance', key) ?? [])
      .filter(
        backup =>
          isReady(backup) &&
          (!info.serviceType ||
            backup.spec?.serviceInstanceType === info.serviceType),
      )
      .flatMap(backup => finishedAt(backup) ?? [])
      .sort()
      .at(-1);
  }

  #providerCopyOf({
    cluster,
    info,
    object,
  }: LocatedClaim): ClaimFacts['providerCopy'] {
    const { controlPlane } = this.#options;
    const cache = controlPlane.providerCopies.get(info.resource);
    const namespace = serviceNamespaceOf(
      controlPlane.caches.serviceNamespaces,
      cluster.clusterNamespace,
      object.metadata.namespace ?? '',
    );
    const isObservable =
      cache?.synced &&
      cache.health.state !== 'waiting' &&
      cluster.clusterNamespace !== '' &&
      namespace !== undefined;
    if (!isObservable) return 'unknown';
    return cache.get(`${namespace}/${object.metadata.name}`) ?? 'absent';
  }

  /** Whether the instance of a service binding is missing on the app cluster; false while unknown. */
  #isInstanceMissing(claim: LocatedClaim): boolean {
    const { cluster, info, object } = claim;
    if (info.type !== 'binding' || !cluster.complete) return false;
    const api = this.#instanceApi(claim)?.resource;
    const key = `${object.metadata.namespace}/${object.spec?.instanceRef}`;
    const instances = this.#claimsOf(cluster, api);
    return instances !== undefined && instances.get(key) === undefined;
  }

  #konnectorProblem({ cluster, info }: LocatedClaim): string | undefined {
    const { clusterBindings } = this.#options.controlPlane.caches;
    const binding = cluster.caches.bindings.get(
      `${names.appClusterNamespace}/${info.resource}`,
    );
    const ready = getCondition(binding?.status?.conditions, 'Ready');
    return (
      konnectorProblem(
        clusterBindings.get(clusterBindingKey(cluster.clusterNamespace)),
        new Date(),
      ) ?? (ready?.status === 'False' ? ready.message : undefined)
    );
  }

  /** The observed state that a claim's state is derived from. */
  facts(claim: LocatedClaim): ClaimFacts {
    const { cluster, object } = claim;
    const { reachability } = this.#options.controlPlane;
    return {
      object,
      providerCopy: this.#providerCopyOf(claim),
      ...(!cluster.reachability.reachable && {
        clusterProblem: cluster.reachability.message,
      }),
      ...(!reachability.reachable && {
        controlPlaneProblem: reachability.message,
      }),
      konnectorProblem: this.#konnectorProblem(claim),
      isInstanceMissing: this.#isInstanceMissing(claim),
      now: new Date(),
    };
  }

  /** Derives a claim's state, and schedules a recheck if the state depends on time. */
  deriveState(facts: ClaimFacts): DerivedClaimState {
    const derivedState = deriveClaimState(facts);
    if (derivedState.recheckAfterMs !== undefined) {
      this.#options.onRecheckAfter(derivedState.recheckAfterMs);
    }
    return derivedState;
  }

  /** The row of a claim. */
  summary(
    claim: LocatedClaim,
    derivedState = this.deriveState(this.facts(claim)),
  ): Schemas['Claim'] {
    const { cluster, info, object } = claim;
    const isInstance = info.type === 'instance';
    const instanceApi = this.#instanceApi(claim);
    return claimSummary({
      cluster: cluster.id,
      object,
      info,
      derivedState,
      serviceTitle: (instanceApi ?? info).title,
      ...(isInstance
        ? { lastBackupAt: this.#lastBackupAt(claim) }
        : {
            instanceRef: this.#instanceOf(claim),
            instanceResource: instanceApi?.resource,
          }),
      ...(!cluster.reachability.reachable && {
        lastSeenAt: cluster.lastSeenAt,
      }),
    });
  }
}
