/** Joins claims of app clusters with their provider copies and APIs. Reads caches only, never clusters. */
import {
  resourceName,
  type CustomResourceDefinition,
  type KubeObject,
} from '@klutch/kube';
import { clusterBindingKey, getCondition, names } from '@klutch/bind-api';
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
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
import { deletionsPaused } from '../clusters/deletionsPaused';
import { konnectorProblem } from '../clusters/konnectorHealth';
import { serviceNamespaceOf } from '../clusters/serviceNamespaces';
import type { ClaimFacts, DerivedClaimState } from './ClaimFacts';
import { claimSummary, ownerOfInstance } from './claimSummary';
import { lastBackupAt } from './lastBackupAt';

export interface LocatedClaim {
  cluster: AppCluster;
  info: ServiceInfo;
  object: ClaimObject;
}

export interface InventoryOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
}

/** A description, and the objects that it was derived from. */
interface DerivedService {
  crd: CustomResourceDefinition;
  xrd?: KubeObject;
  info?: ServiceInfo;
}

/** What an order is about. */
export interface OrderSubject {
  api: ApiDescriptor;
  key: { namespace: string; name: string };
  /** As cached; undefined when the cache does not have it, or not yet. */
  known: ClaimObject | undefined;
}

/** Facts about the cached claims. */
export class Inventory {
  readonly #options: InventoryOptions;
  readonly #services = new Map<string, DerivedService>();

  constructor(options: InventoryOptions) {
    this.#options = options;
  }

  /** An API, by its CRD on the control plane. */
  service(resource: string): ServiceInfo | undefined {
    const { crds, xrds } = this.#options.controlPlane.caches;
    const crd = crds.get(resource);
    if (!crd) return undefined;
    const [xrd] = xrds.byIndex('claims', resource);
    const known = this.#services.get(resource);
    if (known?.crd === crd && known.xrd === xrd) return known.info;
    const info = serviceInfo(crd, xrd);
    this.#services.set(resource, { crd, xrd, info });
    return info;
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

  /** Descriptions of the APIs that are bound on an app cluster, as far as they are known. */
  #servicesOf(cluster: AppCluster): ServiceInfo[] {
    return cluster.claims
      .list()
      .flatMap(({ api }) => this.service(resourceName(api)) ?? []);
  }

  /** The service that a service binding, backup or restore refers to; undefined when none matches. */
  #instanceApi({ cluster, info, object }: LocatedClaim) {
    return instanceApiOf(info, object.spec, this.#servicesOf(cluster));
  }

  /** The cached claims of an API on an app cluster, if the API is bound there. */
  #claimsOf(cluster: AppCluster, resource = '') {
    return cluster.claims.get(resource)?.cache;
  }

  /** The instance that a claim refers to; undefined for instances themselves. */
  #instanceOf(claim: LocatedClaim): string | undefined {
    const { cluster, info, object } = claim;
    const { metadata, spec } = object;
    if (info.type !== 'restore') return spec?.instanceRef;
    if (info.restoresElsewhere && spec?.instanceRef) return spec.instanceRef;
    const backups = this.#instanceApi(claim)?.relatedApis.backup;
    const backup = this.#claimsOf(cluster, backups)?.get(
      `${metadata.namespace}/${spec?.backupRef}`,
    );
    return backup?.spec?.instanceRef ?? spec?.instanceRef;
  }

  /** The instance that an order is about, or the backup that it restores; undefined for other orders. */
  subjectOf(order: LocatedClaim): OrderSubject | undefined {
    const { cluster, info, object } = order;
    const { metadata, spec } = object;
    const instanceApi = this.#instanceApi(order);
    const [resource, name] =
      info.type === 'restore'
        ? [instanceApi?.relatedApis.backup, spec?.backupRef]
        : [instanceApi?.resource, spec?.instanceRef];
    const bound = resource ? cluster.claims.get(resource) : undefined;
    const { namespace = '' } = metadata;
    return bound && name
      ? {
          api: bound.api,
          key: { namespace, name },
          known: bound.cache.get(`${namespace}/${name}`),
        }
      : undefined;
  }

  #lastBackupAt({ cluster, info, object }: LocatedClaim): string | undefined {
    const key = `${object.metadata.namespace}/${object.metadata.name}`;
    const backups = this.#claimsOf(cluster, info.relatedApis.backup);
    return lastBackupAt(
      object,
      backups?.byIndex('refersTo', key) ?? [],
      info.serviceType,
    );
  }

  /** Where the provider copy of a claim is, or will be; undefined while the portal does not know. */
  providerCopyKey({
    cluster,
    object,
  }: LocatedClaim): { namespace: string; name: string } | undefined {
    const namespace =
      cluster.clusterNamespace &&
      serviceNamespaceOf(
        this.#options.controlPlane.caches.serviceNamespaces,
        cluster.clusterNamespace,
        object.metadata.namespace ?? '',
      );
    return namespace
      ? { namespace, name: object.metadata.name ?? '' }
      : undefined;
  }

  #providerCopyOf(claim: LocatedClaim): ClaimFacts['providerCopy'] {
    const { providerCopies } = this.#options.controlPlane;
    const cache = providerCopies.get(claim.info.resource)?.cache;
    const key = this.providerCopyKey(claim);
    const isObservable =
      cache?.synced && cache.health.state !== 'waiting' && key !== undefined;
    if (!isObservable) return 'unknown';
    return cache.get(`${key.namespace}/${key.name}`) ?? 'absent';
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

  /** The binding of a claim's API. */
  #bindingOf({ cluster, info }: Pick<LocatedClaim, 'cluster' | 'info'>) {
    return cluster.caches.bindings.get(
      `${names.appClusterNamespace}/${info.resource}`,
    );
  }

  #areDeletionsPaused(claim: Pick<LocatedClaim, 'cluster' | 'info'>): boolean {
    const binding = this.#bindingOf(claim);
    return binding !== undefined && deletionsPaused(binding) !== undefined;
  }

  #konnectorProblem({
    cluster,
    info,
  }: Pick<LocatedClaim, 'cluster' | 'info'>): Explanation | undefined {
    const { clusterBindings } = this.#options.controlPlane.caches;
    const binding = this.#bindingOf({ cluster, info });
    const ready = getCondition(binding?.status?.conditions, 'Ready');
    return (
      konnectorProblem(
        clusterBindings.get(clusterBindingKey(cluster.clusterNamespace)),
        new Date(),
      ) ??
      (ready?.status === 'False' && ready.message
        ? explain('BindingNotReady', { error: ready.message })
        : undefined)
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
        clusterProblem: cluster.reachability.problem,
      }),
      ...(!reachability.reachable && {
        controlPlaneProblem: reachability.problem,
      }),
      konnectorProblem: this.#konnectorProblem(claim),
      areDeletionsPaused: this.#areDeletionsPaused(claim),
      isInstanceMissing: this.#isInstanceMissing(claim),
      now: new Date(),
    };
  }

  /** What the rows of all claims of an API on an app cluster depend on, beside the claims themselves. */
  sharedFacts(cluster: AppCluster, info: ServiceInfo): unknown[] {
    const { controlPlane } = this.#options;
    const copies = controlPlane.providerCopies.get(info.resource)?.cache;
    const { reachability } = cluster;
    return [
      reachability.problem?.message,
      reachability.reachable || cluster.lastSeenAt?.getTime(),
      cluster.complete,
      controlPlane.reachability.problem?.message,
      copies?.synced,
      copies?.health.state === 'waiting',
      this.#konnectorProblem({ cluster, info })?.message,
      this.#areDeletionsPaused({ cluster, info }),
      ...this.#servicesOf(cluster),
    ];
  }

  /** The row of a claim. */
  summary(
    claim: LocatedClaim,
    derivedState: DerivedClaimState,
  ): Schemas['Claim'] {
    const { cluster, info, object } = claim;
    const isInstance = info.type === 'instance';
    const instanceApi = isInstance ? undefined : this.#instanceApi(claim);
    const instanceRef = isInstance ? undefined : this.#instanceOf(claim);
    const instance = this.#claimsOf(cluster, instanceApi?.resource)?.get(
      `${object.metadata.namespace}/${instanceRef}`,
    );
    return claimSummary({
      cluster: cluster.id,
      clusterTitle: cluster.title,
      object,
      info,
      derivedState,
      serviceTitle: (instanceApi ?? info).title,
      ...(isInstance
        ? { lastBackupAt: this.#lastBackupAt(claim) }
        : {
            instanceRef,
            instanceResource: instanceApi?.resource,
            instanceOwner: instance && ownerOfInstance(instance, object),
          }),
      ...(!cluster.reachability.reachable && {
        lastSeenAt: cluster.lastSeenAt,
      }),
    });
  }
}
