/**
 * Writes a claimed object, such as a secret, to the side that the plan names: creates, patches, recreates or deletes it.
 * The only place that deletes claimed objects.
 */
import { fieldManagers, type ClaimOwner } from '@klutch/bind-api';
import {
  ApiError,
  isAlreadyExists,
  keyOf,
  resourceName,
  type KubeClient,
  type ObjectKey,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import { deleteAsRead } from '../../deletion/deleteAsRead';
import type { Mapping } from '../../mapping/Mapping';
import type {
  KonnectorMetrics,
  WriteSide,
} from '../../metrics/KonnectorMetrics';
import { SyncMetrics } from '../../metrics/syncMetrics';
import type { WriteStep } from './plan/claimFacts';
import type { ObservedDeletions } from './observedDeletions/observedDeletions';
import type { ClaimedDeletions } from './claimedDeletions';

/** Both objects as last read or written; undefined when missing. */
export type Pair = Partial<Record<ClaimOwner, Unstructured>>;

/** Scope of one reconcile of a pair. */
export interface PairScope {
  pair: Pair;
  keys: Record<ClaimOwner, ObjectKey>;
  context: ReconcileContext;
}

/** Fallback for a missed notification of the breaker that a held deletion may continue; milliseconds. */
const pausedCheckMs = 10 * 60_000;
/** Requeue delay when an object was created, or not yet deleted, while its pair was written; milliseconds. */
const alreadyExistsRetryMs = 1_000;

/** The label `side` of deletions in the metrics. */
const metricSides = {
  Provider: 'provider',
  Consumer: 'consumer',
} as const satisfies Record<ClaimOwner, WriteSide>;

/**
 * A webhook with side effects makes the API server reject every dry run; only the actual write shows whether the
 * object is admitted.
 */
const isDryRunUnsupported = (error: unknown) =>
  error instanceof ApiError &&
  error.code === 400 &&
  error.message.includes('does not support dry run');

/** Whether the server refused the request (4xx); after any other error the request may have been carried out. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.code < 500;

/** Writes the planned steps of one claimed type to both clusters. */
export class ClaimedObjectWriter {
  private readonly syncMetrics: SyncMetrics;

  constructor(
    private readonly options: {
      mapping: Mapping;
      clients: Record<ClaimOwner, KubeClient>;
      observedDeletions: ObservedDeletions;
      claimedDeletions: ClaimedDeletions;
      metrics?: Pick<KonnectorMetrics, 'wrote' | 'synced'>;
    },
  ) {
    const api = resourceName(options.mapping.consumer);
    this.syncMetrics = new SyncMetrics(api, options.metrics);
  }

  /**
   * Carries out the step and stores the server's answer in the pair.
   * @returns false when no further step is to be taken in this reconcile.
   */
  async execute(step: WriteStep, scope: PairScope): Promise<boolean> {
    const { clients } = this.options;
    const options = { fieldManager: fieldManagers.claimed };
    switch (step.step) {
      case 'patch': {
        const { side, patch } = step;
        const key = scope.keys[side];
        const client = clients[side];
        scope.pair[side] = await client.mergePatch(
          this.resourceOf(side),
          key,
          patch,
          options,
        );
        return true;
      }
      case 'recreate':
        await this.dryRunCreate(step.side, step.object);
        await this.remove(step.side, scope);
        return this.create(step.side, step.object, scope);
      case 'create':
        return this.create(step.side, step.object, scope);
      default:
        await this.deleteFinally(step.side, scope);
        return false;
    }
  }

  private resourceOf(side: ClaimOwner) {
    const { consumer, provider } = this.options.mapping;
    return side === 'Consumer' ? consumer : provider;
  }

  /**
   * Dry-runs the create before an object is deleted for recreation. The server checks for a taken name last, so
   * AlreadyExists means that authorization, validation, quota and admission have passed.
   * @throws ApiError - the server's refusal; the existing object stays.
   */
  private async dryRunCreate(
    side: ClaimOwner,
    object: Unstructured,
  ): Promise<void> {
    try {
      await this.options.clients[side].create(this.resourceOf(side), object, {
        fieldManager: fieldManagers.claimed,
        dryRun: true,
      });
    } catch (error) {
      if (!isAlreadyExists(error) && !isDryRunUnsupported(error)) throw error;
    }
  }

  private async create(
    side: ClaimOwner,
    object: Unstructured,
    { pair, context }: PairScope,
  ): Promise<boolean> {
    const { clients } = this.options;
    try {
      pair[side] = await clients[side].create(this.resourceOf(side), object, {
        fieldManager: fieldManagers.claimed,
      });
      return true;
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      context.requeueAfter(alreadyExistsRetryMs);
      return false;
    }
  }

  private async deleteFinally(
    side: ClaimOwner,
    scope: PairScope,
  ): Promise<void> {
    if (side === 'Consumer') {
      if (await this.isServedByProvider()) await this.remove(side, scope);
    } else {
      await this.deleteProviderCopy(scope);
    }
  }

  private async deleteProviderCopy(scope: PairScope): Promise<void> {
    const { claimedDeletions } = this.options;
    const key = keyOf({ metadata: scope.keys.Consumer });
    const copy = scope.pair.Provider;
    if (!copy) return;
    const send = () => this.remove('Provider', scope);
    if (await claimedDeletions.execute(key, copy, send)) return;
    scope.context.requeueAfter(pausedCheckMs);
  }

  /** Copies are kept while the control plane does not serve the type: their originals were not deleted individually. */
  private async isServedByProvider(): Promise<boolean> {
    const { group, version, plural } = this.resourceOf('Provider');
    if (group === '') return true;
    const offered = await this.options.clients.Provider.discover(
      group,
      version,
    );
    // A CRD that is being deleted does not offer `create`.
    return offered.some(
      type => type.plural === plural && type.verbs.includes('create'),
    );
  }

  /** Deletes with the UID and resource version that were read as preconditions. */
  private async remove(
    side: ClaimOwner,
    { pair, keys }: PairScope,
  ): Promise<void> {
    const { clients, observedDeletions } = this.options;
    const object = pair[side];
    if (!object) return;
    const revertOwnDeletion =
      side === 'Consumer'
        ? observedDeletions.markOwnDeletion(object.metadata.uid)
        : undefined;
    try {
      await this.syncMetrics.write(
        keyOf({ metadata: keys.Consumer }),
        'delete',
        () => deleteAsRead(clients[side], this.resourceOf(side), object),
        metricSides[side],
      );
    } catch (error) {
      if (isRefused(error)) revertOwnDeletion?.();
      throw error;
    }
    pair[side] = undefined;
  }
}
