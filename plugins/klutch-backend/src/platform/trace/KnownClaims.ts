/**
 * The claims of all tenants, from the portal's watches of both clusters. Provider copies are listed where the portal
 * has no right to watch them: its roles on the control plane let it list the APIs that are offered.
 */
import { isForbidden, isNotFound, resourceName } from '@klutch/kube';
import { claimResource, type ClaimObject } from '../../claimApis/claimResource';
import type { AppClusters } from '../../clusters/AppClusters';
import type { CachedClaims } from '../../clusters/ClaimCaches';
import type { ControlPlane } from '../../clusters/ControlPlane';
import type { ClaimIndex } from '../../inventory/ClaimIndex';
import type { KnownClaim, PluralOf } from './matchClaims';

export interface KnownClaimsOptions {
  appClusters: AppClusters;
  controlPlane: ControlPlane;
  index: Pick<ClaimIndex, 'rows'>;
}

const keyOfClaim = ({ api, clusterNamespace, name, namespace }: KnownClaim) =>
  [clusterNamespace, resourceName(api), namespace, name].join('/');

export class KnownClaims {
  readonly #options: KnownClaimsOptions;

  constructor(options: KnownClaimsOptions) {
    this.#options = options;
  }

  /** Claims on app clusters and provider copies; both of one claim are one entry. */
  async list(): Promise<KnownClaim[]> {
    const claims = new Map<string, KnownClaim>();
    const copies = await this.#ofControlPlane();
    for (const claim of [...this.#ofAppClusters(), ...copies]) {
      claims.set(keyOfClaim(claim), claim);
    }
    return [...claims.values()];
  }

  /** The plural of an API of the control plane. */
  pluralOf(): PluralOf {
    const plurals = new Map(
      this.#options.controlPlane.caches.crds
        .list()
        .map(({ spec: { group, names } }) => [
          `${group}/${names.kind}`,
          names.plural,
        ]),
    );
    return (group, kind) => plurals.get(`${group}/${kind}`);
  }

  #ofAppClusters(): KnownClaim[] {
    const { appClusters, index } = this.#options;
    return index
      .rows()
      .flatMap(({ cluster: id, name, namespace, resource }) => {
        const cluster = appClusters.find(id)?.cluster;
        const api = cluster?.claims.get(resource)?.api;
        if (!cluster || !api) return [];
        const { clusterNamespace } = cluster;
        return [{ api, cluster: id, clusterNamespace, name, namespace }];
      });
  }

  async #ofControlPlane(): Promise<KnownClaim[]> {
    const { appClusters, controlPlane } = this.#options;
    if (!controlPlane.reachability.reachable) return [];
    const { serviceNamespaces } = controlPlane.caches;
    const ids = new Map(
      appClusters
        .list()
        .map(({ record }) => [record.clusterNamespace, record.id]),
    );
    const copies = await Promise.all(
      controlPlane.providerCopies.list().map(async known => ({
        api: known.api,
        objects: await this.#copiesOf(known),
      })),
    );
    return copies.flatMap(({ api, objects }) =>
      objects.flatMap(copy =>
        serviceNamespaces
          .byIndex('serviceNamespace', copy.metadata.namespace ?? '')
          .map(({ metadata }) => ({
            api,
            cluster: ids.get(metadata.namespace ?? ''),
            clusterNamespace: metadata.namespace ?? '',
            copy,
            name: copy.metadata.name ?? '',
            namespace: metadata.name ?? '',
          })),
      ),
    );
  }

  async #copiesOf({ api, cache }: CachedClaims): Promise<ClaimObject[]> {
    if (cache.synced && cache.health.state !== 'waiting') return cache.list();
    try {
      const { client } = this.#options.controlPlane;
      return (await client.list(claimResource(api))).items;
    } catch (error) {
      // Without the roles of the API, its claims are known from app clusters alone.
      if (isForbidden(error) || isNotFound(error)) return [];
      throw error;
    }
  }
}
