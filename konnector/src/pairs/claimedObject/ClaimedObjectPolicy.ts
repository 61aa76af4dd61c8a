/**
 * What is done with a claimed object and its copy: reads both sides live and writes one step at a time until they match
 * the plan.
 */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  metadataOf,
  parseKey,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
  type ReconcileContext,
  type Resource,
} from '@klutch/kube';
import { clusterNames } from '../../feedback/ClusterDisplayName';
import type { ReconcileResult } from '../../feedback/IssueTracker';
import { ClusterError, withClusterError } from '../../feedback/ClusterError';
import { isTargetMissing, missingCheckMs } from '../../feedback/refusal';
import type { Feedback } from '../../feedback/objectCondition';
import {
  namespaceUidOf,
  isNamespaceMissing,
} from '../../namespaces/appClusterNamespaces';
import type { Claimant } from '../../ownership/ownership';
import type { Failure } from '../../failure';
import type { PairController } from '../PairController';
import type { PairPolicy } from '../PairPolicy';
import type { ClaimFeedback } from './feedback/claimFeedback';
import { claimApplies, matchesKey, type Selects } from './plan/claimSelection';
import type { ClaimedObjectOptions } from './ClaimedObjectOptions';
import type { EffectiveClaim } from './EffectiveClaims';
import type { ObservedDeletions } from './observedDeletions/observedDeletions';
import { isWriteStep, type ClaimStep } from './plan/claimFacts';
import { FieldSelectorError, type FieldSelectors } from './FieldSelectors';
import type { ClaimedDeletions } from './claimedDeletions';
import { isBindingKubeconfigSecret } from './isBindingKubeconfigSecret';
import { ClaimedObjectWriter, type Pair } from './ClaimedObjectWriter';
import { planWithSuspendedClaims } from './plan/planClaimed';
import {
  syncedWith,
  wasSynced,
  type ClaimedObjectMemory,
  type PairSnapshot,
} from './claimedObjectMemory';

/**
 * More writes than any pair needs. When the limit is reached, another client reverts the writes, and the pair is
 * backed off.
 */
const maxWrites = 6;
/** Backoff for a pair whose writes are reverted; milliseconds. */
const revertedBackoffMs = 60_000;

export interface ClaimedObjectParts {
  options: ClaimedObjectOptions;
  /** Watches metadata only. */
  pairs: Pick<
    PairController<KubeObject, ClaimedObjectMemory>,
    'consumers' | 'providers' | 'memories' | 'refusal'
  >;
  observedDeletions: ObservedDeletions;
  claimedDeletions: ClaimedDeletions;
  feedback: ClaimFeedback;
  fieldSelectors: Pick<
    FieldSelectors,
    'maySelect' | 'selectsOf' | 'setClaims' | 'failure'
  >;
}

type ByOwner<T> = Partial<Record<ClaimOwner, T>>;

/** One reconcile of one pair. */
interface PairRun {
  key: string;
  keys: Record<ClaimOwner, ObjectKey>;
  /** From the caches. */
  cached: ByOwner<KubeObject>;
  /** On the type; another list means that the claims have changed. */
  claims: readonly EffectiveClaim[];
  /** What the claims select, as last evaluated. */
  selects: Selects;
  snapshot: Omit<PairSnapshot, 'pair'>;
  context: ReconcileContext;
  result: ReconcileResult;
  /** Last read or written; undefined until both objects are read. */
  pair?: Pair;
}

/** The policy for the pairs of one claimed type. */
export class ClaimedObjectPolicy implements PairPolicy<KubeObject> {
  private readonly clients: Record<ClaimOwner, KubeClient>;
  private readonly writer: ClaimedObjectWriter;
  private readonly claimant: Claimant;
  private currentClaims: readonly EffectiveClaim[];

  constructor(private readonly parts: ClaimedObjectParts) {
    const { options, observedDeletions, claimedDeletions } = parts;
    const { mapping, metrics, pins } = options;
    this.clients = {
      Provider: options.providerClient,
      Consumer: options.consumerClient,
    };
    this.writer = new ClaimedObjectWriter({
      mapping,
      clients: this.clients,
      observedDeletions,
      claimedDeletions,
      metrics,
    });
    this.claimant = { pins, marks: mapping.marks };
    this.currentClaims = options.claims;
  }

  /** The effective claims on the type; with a new identity after each change. */
  get claims(): readonly EffectiveClaim[] {
    return this.currentClaims;
  }

  setClaims(claims: readonly EffectiveClaim[]): void {
    this.currentClaims = claims;
    this.parts.fieldSelectors.setClaims(claims);
  }

  async reconcile(
    key: string,
    context: ReconcileContext,
    result: ReconcileResult,
  ): Promise<void> {
    const run = await this.prepare(key, context, result);
    if (!run || this.isSyncedOrBackedOff(run)) return;
    const { observedDeletions } = this.parts;
    try {
      const pair = await this.sync(run);
      if (!pair) return;
      if (!pair.Provider) observedDeletions.forget(key);
      if (!pair.Provider && !pair.Consumer) this.forget(key, result);
    } catch (thrown) {
      this.parts.pairs.memories.clear(key, 'synced');
      if (thrown instanceof FieldSelectorError) {
        result.problem = thrown.message;
        context.requeueAfter(missingCheckMs);
      } else if (thrown instanceof ClusterError) {
        this.handleFailure(run, thrown);
      } else throw thrown;
    }
  }

  /** Why a server cannot evaluate a field selector. */
  failure(): Failure | undefined {
    return this.parts.fieldSelectors.failure();
  }

  /** Undefined when nothing is to be read or written now. */
  private async prepare(
    key: string,
    context: ReconcileContext,
    result: ReconcileResult,
  ): Promise<PairRun | undefined> {
    const { claims } = this;
    const { options, pairs, fieldSelectors } = this.parts;
    const { providers, consumers } = pairs;
    const { mapping, leadership, namespaces, bindings } = options;
    const consumerKey = parseKey(key);
    const copyLocation = mapping.locate(consumerKey);
    if (copyLocation.at !== 'ready') {
      const why =
        copyLocation.at === 'impossible' ? copyLocation.why : undefined;
      if (why && (await this.reportImpossible(key, consumerKey, why, result)))
        this.clearState(key);
      else this.forget(key, result);
      return undefined;
    }
    if (pairs.refusal() || !providers.hasSynced(copyLocation.key))
      return undefined;
    const keys = { Provider: copyLocation.key, Consumer: consumerKey };
    const cached = {
      Provider: providers.get(keys.Provider),
      Consumer: consumers.get(key),
    };
    const selects = fieldSelectors.maySelect(consumerKey);
    const claimsInScope = this.claimsInScope(claims, key, cached, selects);
    const reserved = isBindingKubeconfigSecret(
      bindings,
      mapping.consumer,
      consumerKey,
    );
    if (reserved || claimsInScope.length === 0) {
      this.forget(key, result);
      return undefined;
    }
    if (!leadership.isLeader) return undefined;
    const snapshot = {
      claims: claimsInScope,
      namespaceUid: namespaceUidOf(namespaces, consumerKey),
    };
    return {
      key,
      keys,
      cached,
      claims,
      selects,
      snapshot,
      context,
      result,
    };
  }

  /** Whether the pair needs no write, or may not be written yet. */
  private isSyncedOrBackedOff({
    key,
    cached,
    snapshot,
    context,
  }: PairRun): boolean {
    const { observedDeletions } = this.parts;
    const { memories } = this.parts.pairs;
    // The original of an orphan may have been created and deleted since, which leaves the pair as it was.
    if (
      !observedDeletions.has(key) &&
      wasSynced(memories.of(key), { ...snapshot, pair: cached })
    )
      return true;
    const backoffMs = (memories.of(key).backoffUntil ?? 0) - Date.now();
    if (backoffMs > 0) context.requeueAfter(backoffMs);
    return backoffMs > 0;
  }

  /**
   * Reads both objects and writes until they match the plan. Undefined when no claim selects the pair, or the plan is
   * outdated.
   */
  private async sync(run: PairRun): Promise<Pair | undefined> {
    const { options, pairs, observedDeletions } = this.parts;
    const { memories } = pairs;
    const { key, keys } = run;
    if (await this.dropUnselected(run)) return undefined;
    await withClusterError(
      'control plane',
      options.mapping.recordSyncedType(keys.Consumer),
    );
    const pair = await this.read(run);
    run.pair = pair;
    const deletedConsumer = pair.Consumer
      ? undefined
      : await withClusterError('app cluster', observedDeletions.confirmed(key));
    const sentHashes: ByOwner<string> = {};
    for (let writes = 0; writes < maxWrites; writes += 1) {
      // Asked after the objects are read, so that a later change has a resource version that is not remembered.
      run.selects = await this.selectsNow(run, pair);
      // A different list means that the claims changed, which requeues all objects.
      if (run.context.signal.aborted || this.claims !== run.claims)
        return undefined;
      const step = this.plan(run, pair, deletedConsumer);
      if (
        'sentHash' in step &&
        step.storedHash &&
        sentHashes[step.side] === step.sentHash
      ) {
        const stored = { ...memories.of(key).stored };
        stored[step.side] = step.storedHash;
        memories.change(key, { stored });
        continue;
      }
      if (!(await this.carryOut(run, step, pair, deletedConsumer))) return pair;
      if ('sentHash' in step && step.sentHash)
        sentHashes[step.side] = step.sentHash;
    }
    this.parts.feedback.reportReverted(pair.Consumer, run.result);
    memories.change(key, { backoffUntil: Date.now() + revertedBackoffMs });
    run.context.requeueAfter(revertedBackoffMs);
    return pair;
  }

  /** Reads both objects, or only their metadata when the plan is a conflict. @throws ClusterError */
  private async read(run: PairRun): Promise<Pair> {
    const { keys, cached } = run;
    const { mapping } = this.parts.options;
    const readHere = <T extends KubeObject>(resource: Resource<T>) =>
      withClusterError(
        'app cluster',
        this.clients.Consumer.get(resource, keys.Consumer),
      );
    // The cache lacks originals of the app cluster when only copies are watched.
    const consumer =
      cached.Consumer ?? (await readHere(metadataOf(mapping.consumer)));
    const metadataOnly: Pair = {
      Provider: cached.Provider && { ...cached.Provider },
      Consumer: consumer && { ...consumer },
    };
    if (this.plan(run, metadataOnly).step === 'conflict') return metadataOnly;
    const [Provider, Consumer] = await Promise.all([
      withClusterError(
        'control plane',
        this.clients.Provider.get(mapping.provider, keys.Provider),
      ),
      consumer && readHere(mapping.consumer),
    ]);
    return { Provider, Consumer };
  }

  private selectsNow(
    { claims, keys }: PairRun,
    pair: ByOwner<KubeObject>,
  ): Promise<Selects> {
    return this.parts.fieldSelectors.selectsOf(claims, keys.Consumer, pair);
  }

  /** Drops a pair that only the field selectors exclude, before a body is read. @returns whether they do. */
  private async dropUnselected(run: PairRun): Promise<boolean> {
    const { key, keys, cached, claims, snapshot } = run;
    // The servers do not answer for a deleted original.
    if (!cached.Provider && !cached.Consumer) return false;
    const selects = await this.selectsNow(run, cached);
    run.selects = selects;
    if (this.claimsApplying(claims, keys.Consumer, cached, selects).length > 0)
      return false;
    // After a change in the meantime, which has requeued the key, an observed deletion would be forgotten.
    const { consumers, memories } = this.parts.pairs;
    if (consumers.get(key) === cached.Consumer) {
      this.forget(key, run.result);
      const synced = syncedWith({ ...snapshot, pair: cached });
      memories.change(key, synced);
    }
    return true;
  }

  private plan(
    { key, keys, claims, selects }: PairRun,
    pair: Pair,
    deletedConsumer?: KubeObject,
  ): ClaimStep {
    const { claimant } = this;
    const { memories } = this.parts.pairs;
    return planWithSuspendedClaims({
      provider: pair.Provider,
      consumer: pair.Consumer,
      keys,
      claims,
      selects,
      deletedConsumer,
      claimant,
      storedHashes: new Set(Object.values(memories.of(key).stored ?? {})),
    });
  }

  /** Reports the step and writes it. @returns whether another step may follow. */
  private async carryOut(
    { key, keys, snapshot, context, result }: PairRun,
    step: ClaimStep,
    pair: Pair,
    deletedConsumer: KubeObject | undefined,
  ): Promise<boolean> {
    const { feedback, claimedDeletions, observedDeletions, pairs } = this.parts;
    const requeueAfterMs = feedback.reportStep(step, pair, key, result);
    if (requeueAfterMs !== undefined) context.requeueAfter(requeueAfterMs);
    if (step.step !== 'delete') claimedDeletions.remove(key);
    if (!isWriteStep(step)) {
      // Keeps a later claim from deleting the copy for a deletion that the current claims ignored.
      if (step.step === 'orphan' && deletedConsumer)
        observedDeletions.forget(key);
      if (requeueAfterMs === undefined)
        pairs.memories.change(key, syncedWith({ ...snapshot, pair }));
      return false;
    }
    const mayContinue = await withClusterError(
      clusterNames[step.side],
      this.writer.execute(step, { pair, keys, context }),
    );
    if (!mayContinue) result.issue = 'none';
    return mayContinue;
  }

  /** @throws the cause when a retry may succeed soon. */
  private handleFailure(
    { key, keys, cached, snapshot, context, result, pair }: PairRun,
    { cluster, cause: error }: ClusterError,
  ): void {
    const { feedback, options, pairs } = this.parts;
    if (isTargetMissing(error, cluster)) {
      // The object itself was not refused.
      result.issue = 'none';
      const waits =
        cluster === 'app cluster' &&
        isNamespaceMissing(options.namespaces, keys.Consumer);
      // A new namespace of that name requeues the key, and so does a type that is served again.
      if (pair && waits) {
        const namespaceUid = undefined;
        const synced = syncedWith({ ...snapshot, pair, namespaceUid });
        pairs.memories.change(key, synced);
      } else if (pairs.consumers.health.state !== 'waiting') {
        context.requeueAfter(missingCheckMs);
      }
      return;
    }
    const failed = { error, cluster, consumer: (pair ?? cached).Consumer };
    if (!feedback.reportRefusal(failed, key, context, result)) throw error;
  }

  /** @returns whether a claim selects an object under the key. */
  private async reportImpossible(
    key: string,
    consumerKey: ObjectKey,
    why: Feedback,
    result: ReconcileResult,
  ): Promise<boolean> {
    const { claims } = this;
    const { options, pairs, feedback, fieldSelectors } = this.parts;
    const Consumer = pairs.consumers.get(key);
    if (!Consumer || !options.leadership.isLeader) return false;
    const pair = { Consumer };
    const selects = await fieldSelectors.selectsOf(claims, consumerKey, pair);
    const applies = this.claimsApplying(claims, consumerKey, pair, selects);
    if (applies.length === 0) return false;
    feedback.report(Consumer, why, result);
    return true;
  }

  private claimsInScope(
    claims: readonly PermissionClaim[],
    key: string,
    cached: ByOwner<KubeObject>,
    selects: Selects,
  ): PermissionClaim[] {
    const { options, observedDeletions } = this.parts;
    const isCached = cached.Provider || cached.Consumer;
    // A copy created just before its original was deleted may not be in the cache yet.
    const scope =
      isCached || !options.leadership.isLeader
        ? cached
        : { Consumer: observedDeletions.original(key) };
    return this.claimsApplying(claims, parseKey(key), scope, selects);
  }

  private claimsApplying(
    claims: readonly PermissionClaim[],
    key: ObjectKey,
    objects: ByOwner<KubeObject>,
    selects: Selects,
  ): PermissionClaim[] {
    const { claimant } = this;
    return claims.filter(
      claim =>
        matchesKey(claim, key) &&
        claimApplies(claim, objects, selects, claimant),
    );
  }

  /** Drops all state of a pair that does not exist or that no claim covers. */
  private forget(key: string, result: ReconcileResult): void {
    this.clearState(key);
    result.issue = 'none';
    const { options, pairs } = this.parts;
    const consumer = pairs.consumers.get(key);
    if (consumer) options.events.forget(consumer);
  }

  private clearState(key: string): void {
    const { pairs, claimedDeletions, observedDeletions } = this.parts;
    pairs.memories.forget(key);
    claimedDeletions.remove(key);
    observedDeletions.forget(key);
  }
}
