/** The one reconcile of a claimed object: both sides as they are now, one write at a time until they are as they should be. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  parseKey,
  type Cache,
  type KubeObject,
  type ObjectKey,
  type ReconcileContext,
} from '@klutch/kube';
import type { ClusterWord } from '../feedback/ClusterWord';
import type { ProviderObjects } from '../copies/ProviderObjects';
import type { Look } from '../feedback/FirstLook';
import { ClusterError, inCluster } from '../feedback/inCluster';
import { hasNoPlace, missingCheckMs } from '../feedback/hasNoPlace';
import type { Feedback } from '../feedback/objectCondition';
import { homeOf, isHomeless } from '../namespaces/homes';
import type { Claimant } from '../ownership/ownership';
import type { ClaimFeedback } from './feedback/claimFeedback';
import { coversPlace } from './plan/claimSelection';
import type { ClaimSyncOptions } from './claimSync';
import { concerns, type Selects } from './plan/concerns';
import type { Evidence } from './evidence/evidence';
import type { ClaimStep } from './plan/claimFacts';
import type { FieldSelections } from './fieldSelections';
import type { HeldDeletions } from './heldDeletions';
import { PairWrites, type Pair } from './pairWrites';
import { planTogether } from './plan/planTogether';
import { readPair } from './readPair';
import { KeptContents } from './keptContents';
import { meaningsOf, SettledPairs } from './settledPairs';

/** More writes than any pair needs; should one need more, something undoes what we do, and it has to wait. */
const maxWrites = 6;
/** For how long; milliseconds. */
const undoneWaitMs = 60_000;

/** What the reconcile of one claimed type works with. */
export interface ClaimReconcileParts extends ClaimSyncOptions {
  /** The app cluster's objects, as far as they are watched. Metadata only. */
  consumers: Cache<KubeObject>;
  /** The control plane's. Metadata only. */
  providers: ProviderObjects<KubeObject>;
  claimant: Claimant;
  /** Whether nothing may be written at all. */
  isRefused: () => boolean;
  evidence: Evidence;
  held: HeldDeletions;
  feedback: ClaimFeedback;
  selects: Selects;
  isKnownAt: FieldSelections['isKnownAt'];
}

const words = {
  Provider: 'control plane',
  Consumer: 'app cluster',
} as const satisfies Record<ClaimOwner, ClusterWord>;

/** Nothing is to be written. */
const isLastStep = ({ step }: ClaimStep) =>
  step === 'nothing' || step === 'orphan' || step === 'orphan-on-app-cluster';

/** Makes the reconcile function. Keys are those of the app cluster. */
export function createClaimReconcile(parts: ClaimReconcileParts) {
  const { mapping, consumers, providers, evidence, claims } = parts;
  const { claimant, feedback, namespaces } = parts;
  const clients = {
    Provider: parts.providerClient,
    Consumer: parts.consumerClient,
  };
  const sides = { clients, mapping };
  const settled = new SettledPairs();
  const kept = new KeptContents();
  /** When a pair may be written again that somebody undoes, by key. */
  const rests = new Map<string, number>();
  const written = new PairWrites({ ...parts, clients });

  return async function reconcile(
    key: string,
    context: ReconcileContext,
    look: Look,
  ): Promise<void> {
    const here = parseKey(key);
    const at = mapping.place(here);
    if (at.at !== 'ready') {
      endWork(key);
      const why = at.at === 'impossible' ? at.why : undefined;
      if (!why || !tellImpossible(key, here, why)) feedback.forget(key);
      return;
    }
    if (parts.isRefused() || !providers.known(at.key)) return;
    const place = { Provider: at.key, Consumer: here };
    const inForce = claims();
    const isOpen = (claim: PermissionClaim) =>
      coversPlace(claim, here) && !parts.isKnownAt(claim, place);
    if (inForce.some(isOpen)) {
      look.why =
        'The servers have not said yet which objects the field selectors of claims select. Nothing is done before.';
      return;
    }
    const cached = {
      Provider: providers.get(place.Provider),
      Consumer: consumers.get(key),
    };
    const meant = meantBy(inForce, here, cached);
    const reserved = parts.isReserved(mapping.consumer, here);
    if (reserved || meant.length === 0) {
      forget(key);
      return;
    }
    if (!parts.duty.leading) return;
    const meanings = meaningsOf(meant, cached, parts.selects);
    const home = homeOf(namespaces, here);
    if (settled.has(key, { pair: cached, meanings, home })) return;
    const restMs = (rests.get(key) ?? 0) - Date.now();
    if (restMs > 0) {
      context.requeueAfter(restMs);
      return;
    }
    rests.delete(key);

    const plan = (pair: Pair, deletedHere?: KubeObject): ClaimStep =>
      planTogether({
        provider: pair.Provider,
        consumer: pair.Consumer,
        place,
        claims: inForce,
        selects: parts.selects,
        deletedHere,
        reserved,
        claimant,
        kept: kept.of(key),
      });
    let pair: Pair | undefined;
    try {
      await inCluster('control plane', mapping.note(here));
      pair = await readPair(sides, { place, cached, plan });
      const deletedHere = pair.Consumer
        ? undefined
        : await inCluster('app cluster', evidence.confirmed(key));
      const sent: Partial<Record<ClaimOwner, string>> = {};
      let writes = 0;
      for (; writes < maxWrites; writes += 1) {
        // Another list: somebody has answered the claims anew, and all is looked at again.
        if (context.signal.aborted || claims() !== inForce) return;
        const step = plan(pair, deletedHere);
        if ('sends' in step && step.keeps && sent[step.side] === step.sends) {
          kept.add(key, step.side, step.keeps);
          continue;
        }
        const againInMs = feedback.tell(step, pair, key);
        if (againInMs !== undefined) context.requeueAfter(againInMs);
        if (step.step !== 'delete') parts.held.settle(key);
        if (isLastStep(step)) {
          // No claim that comes later makes the copy go for a deletion of which this one made nothing.
          if (step.step === 'orphan' && deletedHere) evidence.settle(key);
          if (againInMs === undefined)
            settled.add(key, { pair, meanings, home });
          break;
        }
        const carriedOut = written.carryOut(step, { pair, place, context });
        const side = 'side' in step ? step.side : 'Provider';
        if (!(await inCluster(words[side], carriedOut))) break;
        if ('sends' in step && step.sends) sent[side] = step.sends;
      }
      if (writes === maxWrites) {
        feedback.undone(key, pair.Consumer);
        rests.set(key, Date.now() + undoneWaitMs);
        context.requeueAfter(undoneWaitMs);
      }
      if (!pair.Provider) evidence.settle(key);
      if (!pair.Provider && !pair.Consumer) forget(key);
    } catch (thrown) {
      settled.forget(key);
      if (!(thrown instanceof ClusterError)) throw thrown;
      const { cluster, cause: error } = thrown;
      if (hasNoPlace(error, cluster)) {
        feedback.placeless(key);
        const waits = cluster === 'app cluster' && isHomeless(namespaces, here);
        // The next namespace of that name brings the key again, and so does a type that is served again.
        if (pair && waits) {
          settled.add(key, { pair, meanings, home: undefined });
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
      if (!feedback.refused(failed, key, context, look)) throw error;
    }
  };

  /** @returns whether there is an object that a claim means. */
  function tellImpossible(
    key: string,
    here: ObjectKey,
    why: Feedback,
  ): boolean {
    const Consumer = consumers.get(key);
    const meant = Consumer ? meantBy(claims(), here, { Consumer }) : [];
    if (!Consumer || !parts.duty.leading || meant.length === 0) return false;
    feedback.impossible(key, Consumer, why);
    return true;
  }

  function meantBy(
    inForce: readonly PermissionClaim[],
    here: ObjectKey,
    cached: Partial<Record<ClaimOwner, KubeObject>>,
  ): PermissionClaim[] {
    return inForce.filter(
      claim =>
        coversPlace(claim, here) &&
        concerns(claim, cached, parts.selects, claimant),
    );
  }

  /** There is no such pair, or it is nobody's business. */
  function forget(key: string): void {
    endWork(key);
    feedback.forget(key);
  }

  function endWork(key: string): void {
    settled.forget(key);
    kept.forget(key);
    rests.delete(key);
    parts.held.settle(key);
    evidence.settle(key);
  }
}
