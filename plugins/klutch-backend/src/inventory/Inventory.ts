/** The live index: claims of all app clusters joined with their copies on the control plane. Answers without asking clusters. */
import { getCondition, names } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { serviceNamespaceOf } from '../clusters/serviceNamespaces';
import { konnectorProblem } from '../platform/konnectorHealth';
import {
  serviceInfo,
  unknownService,
  type ServiceInfo,
} from '../services/serviceInfo';
import { apiName, type ApiDescriptor, type ClaimObject } from './api';
import {
  claimStanding,
  type ClaimFacts,
  type ClaimStanding,
} from './claimState';
import { claimSummary, finishedAt } from './claimSummary';

/** Which claims. */
export interface ClaimFilter {
  type?: Schemas['ClaimType'];
  cluster?: string;
  namespace?: string;
  /** Name of the instance that claims are about. */
  instance?: string;
}

/** A claim and where it is. */
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

/** What the index is made of. */
export interface InventoryOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  /** Told when the words for claims change by time alone. */
  onChangesLater: (ms: number) => void;
}

const isReady = ({ status }: ClaimObject) =>
  status?.conditions?.some(
    ({ type, status: is }) => type === 'Ready' && is === 'True',
  );

/** The live index. */
export class Inventory {
  readonly #options: InventoryOptions;

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  /** What is known of an API, by its CRD on the control plane. */
  service(resource: string): ServiceInfo | undefined {
    const { crds, xrds } = this.#options.controlPlane.caches;
    const crd = crds.get(resource);
    return crd && serviceInfo(crd, xrds.list());
  }

  /** The same for an API that an app cluster has, in the version that it has there. */
  serviceOn(api: ApiDescriptor): ServiceInfo {
    const info = this.service(apiName(api)) ?? unknownService(api);
    return { ...info, api };
  }

  /** Offered APIs, by title. */
  offered(): ServiceInfo[] {
    return [...this.#options.controlPlane.offered()]
      .flatMap(resource => this.service(resource) ?? [])
      .sort((a, b) => a.title.localeCompare(b.title));
  }

  /** Claims of the app clusters that can be connected to. */
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
            !filter.instance ||
            this.#instanceOf({ cluster, info, object }) === filter.instance;
          return [{ cluster, info, objects: objects.filter(isWanted) }];
        }),
      );
  }

  /** The instance that a claim is about; undefined for instances themselves. */
  #instanceOf({ cluster, info, object }: LocatedClaim): string | undefined {
    const { metadata, spec } = object;
    if (info.type !== 'restore') return spec?.instanceRef;
    const key = `${metadata.namespace}/${spec?.backupRef}`;
    for (const { api, cache } of cluster.claims.list()) {
      if (this.serviceOn(api).type !== 'backup') continue;
      const instance = cache.get(key)?.spec?.instanceRef;
      if (instance) return instance;
    }
    return spec?.instanceRef;
  }

  #lastBackupAt({ cluster, info, object }: LocatedClaim): string | undefined {
    const key = `${object.metadata.namespace}/${object.metadata.name}`;
    return cluster.claims
      .list()
      .filter(({ api }) => this.serviceOn(api).type === 'backup')
      .flatMap(({ cache }) => cache.byIndex('instance', key))
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

  #copyOf({ cluster, info, object }: LocatedClaim): ClaimFacts['copy'] {
    const { controlPlane } = this.#options;
    const cache = controlPlane.copies.get(info.resource);
    const namespace = serviceNamespaceOf(
      controlPlane.caches.serviceNamespaces,
      cluster.clusterNamespace,
      object.metadata.namespace ?? '',
    );
    const canSee =
      cache?.synced &&
      cache.health.state !== 'waiting' &&
      cluster.clusterNamespace !== '' &&
      namespace !== undefined;
    if (!canSee) return 'unknown';
    return cache.get(`${namespace}/${object.metadata.name}`) ?? 'absent';
  }

  #konnectorProblem({ cluster, info }: LocatedClaim): string | undefined {
    const { clusterBindings } = this.#options.controlPlane.caches;
    const binding = cluster.caches.bindings.get(
      `${names.appClusterNamespace}/${info.resource}`,
    );
    const ready = getCondition(binding?.status?.conditions, 'Ready');
    return (
      konnectorProblem(
        clusterBindings.get(
          `${cluster.clusterNamespace}/${names.clusterBinding}`,
        ),
        new Date(),
      ) ?? (ready?.status === 'False' ? ready.message : undefined)
    );
  }

  /** Everything that tells where a claim stands. */
  facts(claim: LocatedClaim): ClaimFacts {
    const { cluster, object } = claim;
    const { reachability } = this.#options.controlPlane;
    return {
      object,
      copy: this.#copyOf(claim),
      ...(!cluster.reachability.reachable && {
        clusterProblem: cluster.reachability.message,
      }),
      ...(!reachability.reachable && {
        controlPlaneProblem: reachability.message,
      }),
      konnectorProblem: this.#konnectorProblem(claim),
      now: new Date(),
    };
  }

  /** Where a claim stands; arranges for news when its words change by time alone. */
  standing(facts: ClaimFacts): ClaimStanding {
    const standing = claimStanding(facts);
    if (standing.changesInMs !== undefined) {
      this.#options.onChangesLater(standing.changesInMs);
    }
    return standing;
  }

  /** The row of a claim. */
  summary(
    claim: LocatedClaim,
    standing = this.standing(this.facts(claim)),
  ): Schemas['Claim'] {
    const { cluster, info, object } = claim;
    const isInstance = info.type === 'instance';
    return claimSummary({
      cluster: cluster.id,
      object,
      info,
      standing,
      serviceTitle: this.#serviceTitle(claim),
      ...(isInstance
        ? { lastBackupAt: this.#lastBackupAt(claim) }
        : { instanceRef: this.#instanceOf(claim) }),
      ...(!cluster.reachability.reachable && {
        lastSeenAt: cluster.lastSeenAt,
      }),
    });
  }

  /** What a claim is about: service bindings and backups name the type of their instance. */
  #serviceTitle({ cluster, info, object }: LocatedClaim): string {
    const type = object.spec?.serviceInstanceType;
    if (info.type === 'instance' || !type) return info.title;
    const service = cluster.claims
      .list()
      .map(({ api }) => this.serviceOn(api))
      .find(other => other.type === 'instance' && other.serviceType === type);
    return service?.title ?? info.title;
  }
}
