/** Carries out one planned step on a claimed pair. The only place that deletes claimed objects. */
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
import type { Mapping } from '../mapping/Mapping';
import type { KonnectorMetrics, WriteSide } from '../metrics/KonnectorMetrics';
import { SyncMetrics } from '../metrics/syncMetrics';
import type { ClaimStep } from './plan/claimFacts';
import type { ObservedDeletions } from './observedDeletions/observedDeletions';
import type { ClaimedDeletions } from './claimedDeletions';

/** Both objects as they are now; what is not there is undefined. */
export type Pair = Partial<Record<ClaimOwner, Unstructured>>;

/** One pair at work. */
export interface PairRun {
  pair: Pair;
  keys: Record<ClaimOwner, ObjectKey>;
  context: ReconcileContext;
}

/** The breaker tells when a deletion may go on; this is for the case that it cannot; milliseconds. */
const pausedCheckMs = 10 * 60_000;
/** When to look again at an object that came, or did not go, while we wrote; milliseconds. */
const alreadyExistsRetryMs = 1_000;

/** The label `side` of deletions in the metrics. */
const metricSides = {
  Provider: 'provider',
  Consumer: 'consumer',
} as const satisfies Record<ClaimOwner, WriteSide>;

/** A webhook of the cluster has effects of its own, so that no server tries anything out with it: only the write can tell. */
const isDryRunUnsupported = (error: unknown) =>
  error instanceof ApiError &&
  error.code === 400 &&
  error.message.includes('does not support dry run');

/** The server answered that it has done nothing; of other errors nobody knows what was done. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.code < 500;

/** Writes as planned. */
export class PairWrites {
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

  /** Does the step and puts its answer into the pair. False: nothing more is to be done now. */
  async execute(step: ClaimStep, run: PairRun): Promise<boolean> {
    const { clients } = this.options;
    const options = { fieldManager: fieldManagers.claimed };
    switch (step.step) {
      case 'patch': {
        const { side, patch } = step;
        const key = run.keys[side];
        const client = clients[side];
        run.pair[side] = await client.mergePatch(
          this.resourceOf(side),
          key,
          patch,
          options,
        );
        return true;
      }
      case 'recreate':
        await this.dryRunCreate(step.side, step.object);
        await this.remove(step.side, run);
        return this.create(step.side, step.object, run);
      case 'create':
        return this.create(step.side, step.object, run);
      case 'delete':
        await this.deleteFinally(step.side, run);
        return false;
      default:
        return false;
    }
  }

  private resourceOf(side: ClaimOwner) {
    const { consumer, provider } = this.options.mapping;
    return side === 'Consumer' ? consumer : provider;
  }

  /**
   * Whether an object that is to go first may be made anew. That its name is taken, a server says last: rights, validation,
   * quota and all admission have agreed by then.
   * @throws ApiError - the server's refusal; what is there stays.
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
    { pair, context }: PairRun,
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

  private async deleteFinally(side: ClaimOwner, run: PairRun): Promise<void> {
    if (side === 'Consumer') {
      if (await this.isServedByProvider()) await this.remove(side, run);
    } else {
      await this.deleteProviderCopy(run);
    }
  }

  private async deleteProviderCopy(run: PairRun): Promise<void> {
    const { claimedDeletions: held } = this.options;
    const key = keyOf({ metadata: run.keys.Consumer });
    const copy = run.pair.Provider;
    if (!copy) return;
    const send = () => this.remove('Provider', run);
    if (await held.execute(key, copy, send)) return;
    run.context.requeueAfter(pausedCheckMs);
  }

  /** The control plane's objects vanish with their type, which is no word about any of them. */
  private async isServedByProvider(): Promise<boolean> {
    const { group, version, plural } = this.resourceOf('Provider');
    if (group === '') return true;
    const offered = await this.options.clients.Provider.discover(
      group,
      version,
    );
    // While a type is being removed, nothing of it can be made.
    return offered.some(
      type => type.plural === plural && type.verbs.includes('create'),
    );
  }

  /** Deletes exactly what was read. */
  private async remove(
    side: ClaimOwner,
    { pair, keys }: PairRun,
  ): Promise<void> {
    const { clients, observedDeletions } = this.options;
    const { uid, resourceVersion } = pair[side]?.metadata ?? {};
    const revertOwnDeletion =
      side === 'Consumer' ? observedDeletions.markOwnDeletion(uid) : undefined;
    try {
      await this.syncMetrics.write(
        keyOf({ metadata: keys.Consumer }),
        'delete',
        () =>
          clients[side].delete(this.resourceOf(side), keys[side], {
            preconditions: { uid, resourceVersion },
          }),
        metricSides[side],
      );
    } catch (error) {
      if (isRefused(error)) revertOwnDeletion?.();
      throw error;
    }
    pair[side] = undefined;
  }
}
