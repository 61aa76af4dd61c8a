/** The live index: one row for each claim, rebuilt when something that the row shows has changed. */
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  forEachYielding,
  keyOf,
  resourceName,
  type Cache,
  type Logger,
} from '@klutch/kube';
import type { ClaimObject } from '../claimApis/claimResource';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { ClaimChange } from '../clusters/ChangeListener';
import type {
  ControlPlane,
  ProviderCopyChange,
} from '../clusters/ControlPlane';
import { deriveClaimState } from './claimState';
import { ownerIn } from './claimSummary';
import { ClaimRows } from './ClaimRows';
import { rowKey, type ClaimKey } from './ClusterRows';
import { EarliestTimer } from './EarliestTimer';
import type { Inventory } from './Inventory';

type Claim = Schemas['Claim'];

export interface ClaimIndexOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
  logger: Logger;
  /** Called when rows or pages of claims have changed, at most once for each batch of changes. */
  onChange: () => void;
}

/** Identifies a claim of any app cluster. */
interface ClaimId extends ClaimKey {
  /** Id of the app cluster. */
  cluster: string;
}

/** How long changes are collected before the rows are rebuilt. */
const BATCH_WINDOW_MS = 20;
/** How often shared facts are compared that age without an event: heartbeats of konnectors. */
const AGEING_INTERVAL_MS = 15_000;

/** Rows of all claims on all app clusters. */
export class ClaimIndex {
  readonly #options: ClaimIndexOptions;
  readonly #rows: ClaimRows;
  /** Claims whose rows are to be rebuilt. */
  #pending = new Map<string, ClaimId>();
  #isComparisonPending = false;
  #wasComplete = false;
  #batchTimer?: NodeJS.Timeout;
  readonly #recheckTimer = new EarliestTimer(() => this.#recheck());
  #signal?: AbortSignal;

  constructor(options: ClaimIndexOptions) {
    this.#options = options;
    this.#rows = new ClaimRows(options);
  }

  /** Follows the clusters until the signal aborts. */
  start(signal: AbortSignal): void {
    this.#signal = signal;
    const { serviceNamespaces } = this.#options.controlPlane.caches;
    // Maps the namespace of an app cluster to the one of the provider copies.
    serviceNamespaces.subscribe(({ object: { metadata } }) => {
      const cluster = this.#idOf(metadata.namespace ?? '');
      if (!cluster) return;
      this.#enqueueInAll(cluster, cache =>
        cache.byIndex('namespace', metadata.name ?? ''),
      );
    });
    const ageing = setInterval(
      () => this.onSharedFactsChanged(),
      AGEING_INTERVAL_MS,
    ).unref();
    signal.addEventListener(
      'abort',
      () => {
        clearInterval(ageing);
        clearTimeout(this.#batchTimer);
        this.#recheckTimer.stop();
      },
      { once: true },
    );
  }

  /** All rows, in no particular order; the array is not changed later. */
  rows(): readonly Claim[] {
    return this.#rows.list();
  }

  /** The row of one claim. */
  row(ref: ClaimRef): Claim | undefined {
    return this.#rows.get(ref);
  }

  /**
   * Whether no claim lacks a row, so that a claim without a row does not exist. App clusters that only their konnector
   * is connected to have no rows.
   *
   * @param id - only this app cluster; default: all
   */
  isComplete(id?: string): boolean {
    return this.#rows.isComplete(id);
  }

  /** Whether the rows of these APIs, as far as they are bound, show what is on the app cluster now. */
  isCurrent(cluster: AppCluster, resources: readonly string[]): boolean {
    return this.#rows.isCurrent(cluster, resources);
  }

  /** A claim on an app cluster has changed. */
  onClaimChanged(cluster: string, change: ClaimChange): void {
    const { api, type, key, object, previous } = change;
    this.#enqueue({ cluster, resource: resourceName(api), key });
    const [namespace] = key.split('/');
    const instance = object.spec?.instanceRef;
    const oldInstance = previous?.spec?.instanceRef;
    // The row of an instance shows its last backup.
    for (const name of new Set([instance, oldInstance])) {
      if (!name) continue;
      const instanceKey = `${namespace}/${name}`;
      this.#enqueueInAll(cluster, cache => {
        const found = cache.get(instanceKey);
        return found ? [found] : [];
      });
    }
    const isSameOwner = previous && ownerIn(object) === ownerIn(previous);
    if (type !== 'updated' || instance !== oldInstance || !isSameOwner) {
      this.#enqueueReferring(cluster, key);
    }
  }

  /**
   * Rows of service bindings, backups and restores show whether the instance or backup exists, to which they belong, and
   * the owner of the instance; restores refer to it through a backup.
   */
  #enqueueReferring(cluster: string, key: string): void {
    this.#enqueueInAll(cluster, cache => {
      const referring = cache.byIndex('refersTo', key);
      for (const object of referring) {
        this.#enqueueInAll(cluster, other =>
          other.byIndex('refersTo', keyOf(object)),
        );
      }
      return referring;
    });
  }

  /** The control plane's copy of a claim has changed. */
  onProviderCopyChanged(change: ProviderCopyChange): void {
    const { api, clusterNamespace, key } = change;
    const cluster = this.#idOf(clusterNamespace);
    if (cluster) this.#enqueue({ cluster, resource: resourceName(api), key });
  }

  /** Something has changed that may concern all claims of an API, or whether the index is complete. */
  onSharedFactsChanged(): void {
    this.#isComparisonPending = true;
    this.#scheduleBatch();
  }

  #idOf(clusterNamespace: string): string | undefined {
    return this.#options.appClusters.findByClusterNamespace(clusterNamespace)
      ?.record.id;
  }

  /** Enqueues what is found in the claims of each API. */
  #enqueueInAll(
    cluster: string,
    find: (cache: Cache<ClaimObject>) => ClaimObject[],
  ): void {
    const claims = this.#options.appClusters.find(cluster)?.cluster?.claims;
    for (const { api, cache } of claims?.list() ?? []) {
      const resource = resourceName(api);
      for (const object of find(cache)) {
        this.#enqueue({ cluster, resource, key: keyOf(object) });
      }
    }
  }

  #enqueue(id: ClaimId): void {
    this.#pending.set(`${id.cluster}/${rowKey(id)}`, id);
    this.#rows.of(id.cluster)?.expect(id);
    this.#scheduleBatch();
  }

  #scheduleBatch(): void {
    if (this.#signal?.aborted) return;
    this.#batchTimer ??= setTimeout(async () => {
      try {
        await this.#rebuild();
      } catch (error) {
        this.#options.logger.error({ error }, 'claims not compared');
      }
      this.#batchTimer = undefined;
      if (this.#pending.size > 0 || this.#isComparisonPending) {
        this.#scheduleBatch();
      }
    }, BATCH_WINDOW_MS).unref();
  }

  async #rebuild(): Promise<void> {
    let hasChanged = false;
    if (this.#isComparisonPending) {
      this.#isComparisonPending = false;
      hasChanged = await this.#compareSharedFacts();
    }
    const batch = this.#pending;
    this.#pending = new Map();
    await forEachYielding(batch.values(), id => {
      try {
        if (this.#rebuildRow(id)) hasChanged = true;
      } catch (error) {
        // One object that no code expected must not hide all others.
        this.#options.logger.error({ ...id, error }, 'claim without a row');
      }
    });
    const isComplete = this.isComplete();
    if (isComplete !== this.#wasComplete) hasChanged = true;
    this.#wasComplete = isComplete;
    if (hasChanged) this.#options.onChange();
  }

  /** Enqueues the rows of APIs whose shared facts have changed; returns whether app clusters were added or removed. */
  async #compareSharedFacts(): Promise<boolean> {
    const hasChanged = this.#rows.follow(this.#options.appClusters.connected());
    await forEachYielding(this.#claimsWithChangedFacts(), id =>
      this.#enqueue(id),
    );
    return hasChanged;
  }

  /** The claims of the APIs whose shared facts differ from those that the rows were built from. */
  *#claimsWithChangedFacts(): Generator<ClaimId> {
    const { inventory } = this.#options;
    for (const known of this.#rows.clusters()) {
      const { cluster } = known;
      for (const { api, cache } of cluster.claims.list()) {
        const resource = resourceName(api);
        const facts = inventory.sharedFacts(cluster, inventory.serviceOn(api));
        if (known.hasSharedFacts(resource, facts)) continue;
        for (const object of cache.list()) {
          yield { cluster: cluster.id, resource, key: keyOf(object) };
        }
        // Not before its claims are enqueued: until then, the API counts as one without rows.
        known.setSharedFacts(resource, facts);
      }
    }
  }

  /** Returns whether the row, or what the page of the claim shows, has changed. */
  #rebuildRow(id: ClaimId): boolean {
    const { appClusters, inventory } = this.#options;
    const cluster = appClusters.find(id.cluster)?.cluster;
    const known = this.#rows.of(id.cluster);
    // A new connection is compared first, which enqueues all claims again.
    if (!cluster || known?.cluster !== cluster) return false;
    const bound = cluster.claims.get(id.resource);
    const object = bound?.cache.get(id.key);
    this.#rows.onChange();
    if (!bound || !object) return known.delete(id);
    const claim = { cluster, info: inventory.serviceOn(bound.api), object };
    const facts = inventory.facts(claim);
    const derivedState = deriveClaimState(facts);
    const { recheckAfterMs } = derivedState;
    const recheckAt =
      recheckAfterMs === undefined ? undefined : Date.now() + recheckAfterMs;
    if (recheckAt !== undefined) this.#recheckTimer.schedule(recheckAt);
    return known.set(id, {
      claim: inventory.summary(claim, derivedState),
      object,
      providerCopy: facts.providerCopy,
      recheckAt,
    });
  }

  /** Enqueues rows whose time has come, and schedules the next recheck. */
  #recheck(): void {
    const now = Date.now();
    for (const known of this.#rows.clusters()) {
      for (const { claim, recheckAt } of known.rows()) {
        if (recheckAt === undefined) continue;
        if (recheckAt > now) {
          this.#recheckTimer.schedule(recheckAt);
          continue;
        }
        const { resource, namespace, name } = claim;
        this.#enqueue({
          cluster: known.cluster.id,
          resource,
          key: `${namespace}/${name}`,
        });
      }
    }
  }
}
