/** Reconciles one claimed pair: reads both sides live and writes one step at a time until they match the plan. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  parseKey,
  type Cache,
  type KubeObject,
  type ObjectKey,
  type ReconcileContext,
} from '@klutch/kube';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import type { ProviderCache } from '../providerCaches/ProviderCache';
import type { ScanResult } from '../feedback/InitialScan';
import { ClusterError, withClusterError } from '../feedback/ClusterError';
import { isTargetMissing, missingCheckMs } from '../feedback/isTargetMissing';
import type { Feedback } from '../feedback/objectCondition';
import {
  namespaceUidOf,
  isNamespaceMissing,
} from '../namespaces/appClusterNamespaces';
import type { Claimant } from '../ownership/ownership';
import type { ClaimFeedback } from './feedback/claimFeedback';
import { matchesKey } from './plan/claimSelection';
import type { ClaimSyncOptions } from './ClaimSyncOptions';
import { claimApplies, type Selects } from './plan/claimApplies';
import type { ObservedDeletions } from './observedDeletions/observedDeletions';
import type { ClaimStep } from './plan/claimFacts';
import type { FieldSelections } from './fieldSelections';
import type { ClaimedDeletions } from './claimedDeletions';
import { ClaimedObjectWriter, type Pair } from './writeClaimedObject';
import { planWithSuspendedClaims } from './plan/planWithSuspendedClaims';
import { readPair } from './readPair';
import { StoredContents } from './storedContents';
import { claimMatchesOf, SyncedPairs } from './syncedPairs';

/**
 * More writes than any pair needs. When the limit is reached, another client reverts the writes, and the pair is
 * backed off.
 */
const maxWrites = 6;
/** Backoff for a pair whose writes are reverted; milliseconds. */
const revertedBackoffMs = 60_000;

/** Inputs of {@link createClaimReconcile}. */
export interface ClaimReconcileParts extends ClaimSyncOptions {
  /** Watched objects of the app cluster. Metadata only. */
  consumers: Cache<KubeObject>;
  /** Watched objects of the control plane. Metadata only. */
  providers: ProviderCache<KubeObject>;
  claimant: Claimant;
  /** Whether the type is refused, so that no object may be written. */
  isRefused: () => boolean;
  observedDeletions: ObservedDeletions;
  claimedDeletions: ClaimedDeletions;
  feedback: ClaimFeedback;
  selects: Selects;
  hasSyncedAt: FieldSelections['hasSyncedAt'];
}

const clusterNames = {
  Provider: 'control plane',
  Consumer: 'app cluster',
} as const satisfies Record<ClaimOwner, ClusterDisplayName>;

/** Steps that write nothing. */
const isTerminalStep = ({ step }: ClaimStep) =>
  step === 'nothing' || step === 'orphan' || step === 'orphan-on-app-cluster';

/** Creates the reconcile function. Keys are those of the app cluster. */
export function createClaimReconcile(parts: ClaimReconcileParts) {
  const { mapping, consumers, providers, observedDeletions, claims } = parts;
  const { claimant, feedback, namespaces } = parts;
  const clients = {
    Provider: parts.providerClient,
    Consumer: parts.consumerClient,
  };
  const sides = { clients, mapping };
  const syncedPairs = new SyncedPairs();
  const storedContents = new StoredContents();
  /** End of the backoff for pairs whose writes are reverted, by key. */
  const backoffUntil = new Map<string, number>();
  const writer = new ClaimedObjectWriter({ ...parts, clients });

  return async function reconcile(
    key: string,
    context: ReconcileContext,
    scanResult: ScanResult,
  ): Promise<void> {
    const consumerKey = parseKey(key);
    const copyLocation = mapping.locate(consumerKey);
    if (copyLocation.at !== 'ready') {
      clearState(key);
      const why =
        copyLocation.at === 'impossible' ? copyLocation.why : undefined;
      if (!why || !reportImpossible(key, consumerKey, why))
        feedback.forget(key);
      return;
    }
    if (parts.isRefused() || !providers.hasSynced(copyLocation.key)) return;
    const keys = { Provider: copyLocation.key, Consumer: consumerKey };
    const effectiveClaims = claims();
    const isNotSynced = (claim: PermissionClaim) =>
      matchesKey(claim, consumerKey) && !parts.hasSyncedAt(claim, keys);
    if (effectiveClaims.some(isNotSynced)) {
      scanResult.problem =
        "The watches of the claims' field selectors have not synced yet. The object is synced once they have.";
      return;
    }
    const cached = {
      Provider: providers.get(keys.Provider),
      Consumer: consumers.get(key),
    };
    const isCached = cached.Provider || cached.Consumer;
    // A copy created just before its original was deleted may not be in the cache yet.
    const scope =
      isCached || !parts.leadership.isLeader
        ? cached
        : { Consumer: observedDeletions.original(key) };
    const claimsInScope = claimsInScopeOf(effectiveClaims, consumerKey, scope);
    const reserved = parts.isReserved(mapping.consumer, consumerKey);
    if (reserved || claimsInScope.length === 0) {
      forget(key);
      return;
    }
    if (!parts.leadership.isLeader) return;
    const claimMatches = claimMatchesOf(claimsInScope, cached, parts.selects);
    const namespaceUid = namespaceUidOf(namespaces, consumerKey);
    if (syncedPairs.has(key, { pair: cached, claimMatches, namespaceUid }))
      return;
    const backoffMs = (backoffUntil.get(key) ?? 0) - Date.now();
    if (backoffMs > 0) {
      context.requeueAfter(backoffMs);
      return;
    }
    backoffUntil.delete(key);

    const plan = (pair: Pair, deletedConsumer?: KubeObject): ClaimStep =>
      planWithSuspendedClaims({
        provider: pair.Provider,
        consumer: pair.Consumer,
        keys,
        claims: effectiveClaims,
        selects: parts.selects,
        deletedConsumer,
        reserved,
        claimant,
        storedHashes: storedContents.of(key),
      });
    let pair: Pair | undefined;
    try {
      await withClusterError(
        'control plane',
        mapping.recordSyncedType(consumerKey),
      );
      pair = await readPair(sides, { keys, cached, plan });
      const deletedConsumer = pair.Consumer
        ? undefined
        : await withClusterError(
            'app cluster',
            observedDeletions.confirmed(key),
          );
      const sentHashes: Partial<Record<ClaimOwner, string>> = {};
      let writes = 0;
      for (; writes < maxWrites; writes += 1) {
        // A different list means that the claims changed, which requeues all objects.
        if (context.signal.aborted || claims() !== effectiveClaims) return;
        const step = plan(pair, deletedConsumer);
        if (
          'sentHash' in step &&
          step.storedHash &&
          sentHashes[step.side] === step.sentHash
        ) {
          storedContents.add(key, step.side, step.storedHash);
          continue;
        }
        const requeueAfterMs = feedback.reportStep(step, pair, key);
        if (requeueAfterMs !== undefined) context.requeueAfter(requeueAfterMs);
        if (step.step !== 'delete') parts.claimedDeletions.remove(key);
        if (isTerminalStep(step)) {
          // Keeps a later claim from deleting the copy for a deletion that the current claims ignored.
          if (step.step === 'orphan' && deletedConsumer)
            observedDeletions.forget(key);
          if (requeueAfterMs === undefined)
            syncedPairs.add(key, { pair, claimMatches, namespaceUid });
          break;
        }
        const execution = writer.execute(step, {
          pair,
          keys,
          context,
        });
        const side = 'side' in step ? step.side : 'Provider';
        if (!(await withClusterError(clusterNames[side], execution))) break;
        if ('sentHash' in step && step.sentHash)
          sentHashes[side] = step.sentHash;
      }
      if (writes === maxWrites) {
        feedback.reportReverted(key, pair.Consumer);
        backoffUntil.set(key, Date.now() + revertedBackoffMs);
        context.requeueAfter(revertedBackoffMs);
      }
      if (!pair.Provider) observedDeletions.forget(key);
      if (!pair.Provider && !pair.Consumer) forget(key);
    } catch (thrown) {
      syncedPairs.forget(key);
      if (!(thrown instanceof ClusterError)) throw thrown;
      const { cluster, cause: error } = thrown;
      if (isTargetMissing(error, cluster)) {
        feedback.clearRefusal(key);
        const waits =
          cluster === 'app cluster' &&
          isNamespaceMissing(namespaces, consumerKey);
        // A new namespace of that name requeues the key, and so does a type that is served again.
        if (pair && waits) {
          syncedPairs.add(key, { pair, claimMatches, namespaceUid: undefined });
        } else if (consumers.health.state !== 'waiting') {
          context.requeueAfter(missingCheckMs);
        }
        return;
      }
      const failed = {
        error,
        cluster,
        consumer: (pair ?? cached).Consumer,
      };
      if (!feedback.reportRefusal(failed, key, context, scanResult))
        throw error;
    }
  };

  /** @returns whether a claim selects an object under the key. */
  function reportImpossible(
    key: string,
    consumerKey: ObjectKey,
    why: Feedback,
  ): boolean {
    const Consumer = consumers.get(key);
    const claimsInScope = Consumer
      ? claimsInScopeOf(claims(), consumerKey, { Consumer })
      : [];
    if (!Consumer || !parts.leadership.isLeader || claimsInScope.length === 0)
      return false;
    feedback.reportImpossible(key, Consumer, why);
    return true;
  }

  function claimsInScopeOf(
    effectiveClaims: readonly PermissionClaim[],
    consumerKey: ObjectKey,
    cached: Partial<Record<ClaimOwner, KubeObject>>,
  ): PermissionClaim[] {
    return effectiveClaims.filter(
      claim =>
        matchesKey(claim, consumerKey) &&
        claimApplies(claim, cached, parts.selects, claimant),
    );
  }

  /** Drops all state of a pair that does not exist or that no claim covers. */
  function forget(key: string): void {
    clearState(key);
    feedback.forget(key);
  }

  function clearState(key: string): void {
    syncedPairs.forget(key);
    storedContents.forget(key);
    backoffUntil.delete(key);
    parts.claimedDeletions.remove(key);
    observedDeletions.forget(key);
  }
}
