/** The rows of all claims on all app clusters, and whether any are missing. */
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { CachedClaims } from '../clusters/ClaimCaches';
import type { ControlPlane } from '../clusters/ControlPlane';
import { ClusterRows } from './ClusterRows';

type Claim = Schemas['Claim'];

export interface ClaimRowsOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
}

/** The rows by app cluster. */
export class ClaimRows {
  readonly #options: ClaimRowsOptions;
  readonly #clusters = new Map<string, ClusterRows>();
  #list?: Claim[];

  constructor(options: ClaimRowsOptions) {
    this.#options = options;
  }

  /** All rows, in no particular order; the array is not changed later. */
  list(): readonly Claim[] {
    this.#list ??= [...this.#clusters.values()].flatMap(known =>
      [...known.rows()].map(({ claim }) => claim),
    );
    return this.#list;
  }

  /** The row of one claim. */
  get({ cluster, namespace, resource, name }: ClaimRef): Claim | undefined {
    const key = `${namespace}/${name}`;
    return this.#clusters.get(cluster)?.get({ resource, key })?.claim;
  }

  /** The rows of an app cluster; whoever changes these calls `onChange`. */
  of(id: string): ClusterRows | undefined {
    return this.#clusters.get(id);
  }

  clusters(): Iterable<ClusterRows> {
    return this.#clusters.values();
  }

  /** To be called with each changed row, because requests are answered between two rows, too. */
  onChange(): void {
    this.#list = undefined;
  }

  /** Begins rows for new connections and drops those of ended ones; returns whether any were dropped. */
  follow(clusters: readonly AppCluster[]): boolean {
    const connected = new Map(clusters.map(cluster => [cluster.id, cluster]));
    let hasChanged = false;
    for (const [id, { cluster }] of this.#clusters) {
      if (connected.get(id) !== cluster) {
        this.#clusters.delete(id);
        this.onChange();
        hasChanged = true;
      }
    }
    for (const cluster of clusters) {
      if (this.#clusters.has(cluster.id)) continue;
      this.#clusters.set(cluster.id, new ClusterRows(cluster));
    }
    return hasChanged;
  }

  /**
   * Whether no claim lacks a row.
   *
   * @param id - only this app cluster; default: all
   */
  isComplete(id?: string): boolean {
    const { appClusters, controlPlane } = this.#options;
    return (
      controlPlane.reachability.reachable &&
      appClusters
        .list()
        .filter(({ record }) => !id || record.id === id)
        .every(
          ({ cluster, connection }) =>
            connection === 'konnector' ||
            (cluster !== undefined && this.#hasAllRows(cluster)),
        )
    );
  }

  /** Whether the rows of these APIs, as far as they are bound, show what is on the app cluster now. */
  isCurrent(cluster: AppCluster, resources: readonly string[]): boolean {
    return (
      this.#options.controlPlane.reachability.reachable &&
      cluster.reachability.reachable &&
      resources.every(resource => {
        const claims = cluster.claims.get(resource);
        return (
          !claims ||
          (claims.cache.synced &&
            claims.cache.health.state !== 'waiting' &&
            this.#hasRows(cluster, claims))
        );
      })
    );
  }

  #hasAllRows(cluster: AppCluster): boolean {
    return (
      cluster.complete &&
      cluster.claims.list().every(claims => this.#hasRows(cluster, claims))
    );
  }

  #hasRows(cluster: AppCluster, { api }: CachedClaims): boolean {
    const known = this.#clusters.get(cluster.id);
    return known?.cluster === cluster && known.isComplete(api);
  }
}
