/** The one reconcile of a claimed object: both sides as they are now, one write at a time until they are as they should be. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  ApiError,
  isForbidden,
  isNotFound,
  metadataOf,
  parseKey,
  type Cache,
  type KubeObject,
  type ObjectKey,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import type { ProviderObjects } from '../copies/ProviderObjects';
import type { Feedback } from '../feedback/objectCondition';
import type { ClaimFeedback } from './claimFeedback';
import { coversPlace } from './claimSelection';
import type { ClaimSyncOptions } from './claimSync';
import { concerns, type Selects } from './concerns';
import type { Evidence } from './evidence';
import type { ClaimStep } from './claimFacts';
import type { HeldDeletions } from './heldDeletions';
import type { ClaimPins } from './owner';
import { PairWrites, type Pair } from './pairWrites';
import { planClaimed } from './planClaimed';
import { meaningsOf, SettledPairs } from './settledPairs';

/** More writes than any pair needs; should one need more, something undoes what we do, and it has to wait. */
const maxWrites = 6;

/** What the reconcile of one claimed type works with. */
export interface ClaimReconcileParts extends ClaimSyncOptions {
  /** The app cluster's objects, as far as they are watched. Metadata only. */
  consumers: Cache<KubeObject>;
  /** The control plane's. Metadata only. */
  providers: ProviderObjects<KubeObject>;
  pins: ClaimPins;
  /** Why nothing may be written at all; undefined when it may. */
  refusal: () => string | undefined;
  evidence: Evidence;
  held: HeldDeletions;
  feedback: ClaimFeedback;
  selects: Selects;
}

/** The namespace is gone or going, and its service namespace with it; or the type is not served any more. */
const isMissing = (error: unknown) =>
  isNotFound(error) ||
  (isForbidden(error) &&
    error instanceof ApiError &&
    error.causes.some(({ reason }) => reason === 'NamespaceTerminating'));

/** Makes the reconcile function. Keys are those of the app cluster. */
export function createClaimReconcile(parts: ClaimReconcileParts) {
  const { mapping, consumers, providers, evidence, pins, claims } = parts;
  const { feedback } = parts;
  const clients = {
    Provider: parts.providerClient,
    Consumer: parts.consumerClient,
  };
  const settled = new SettledPairs();
  const written = new PairWrites({ ...parts, clients });

  return async function reconcile(
    key: string,
    context: ReconcileContext,
  ): Promise<void> {
    const here = parseKey(key);
    const at = mapping.place(here);
    if (at.at !== 'ready') {
      endWork(key);
      const why = at.at === 'impossible' ? at.why : undefined;
      if (!why || !tellImpossible(key, here, why)) feedback.forget(key);
      return;
    }
    if (parts.refusal() || !providers.known(at.key)) return;
    const place = { Provider: at.key, Consumer: here };
    const inForce = claims();
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
    if (settled.has(key, cached, meanings)) return;

    let deletedHere: KubeObject | undefined;
    const plan = (pair: Pair): ClaimStep =>
      planClaimed({
        provider: pair.Provider,
        consumer: pair.Consumer,
        place,
        claims: inForce,
        selects: parts.selects,
        deletedHere,
        reserved,
        pins,
      });
    let pair: Pair = {};
    try {
      await mapping.note(here);
      pair = await readBoth(place, cached, plan);
      if (!pair.Consumer) deletedHere = await evidence.confirmed(key);
      for (let writes = 0; writes < maxWrites; writes += 1) {
        // Another list: somebody has answered the claims anew, and all is looked at again.
        if (context.signal.aborted || claims() !== inForce) return;
        const step = plan(pair);
        const againInMs = feedback.tell(step, pair, key);
        if (againInMs !== undefined) context.requeueAfter(againInMs);
        if (step.step !== 'delete') parts.held.settle(key);
        if (step.step === 'nothing' || step.step === 'orphan') {
          if (againInMs === undefined) settled.add(key, pair, meanings);
          break;
        }
        if (!(await written.carryOut(step, { pair, place, context }))) break;
      }
      if (!pair.Provider) evidence.settle(key);
      if (!pair.Provider && !pair.Consumer) forget(key);
    } catch (error) {
      if (isMissing(error)) return;
      if (!feedback.refused(error, pair.Consumer, key, context)) throw error;
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
        concerns(claim, cached, parts.selects, pins),
    );
  }

  /** There is no such pair, or it is nobody's business. */
  function forget(key: string): void {
    endWork(key);
    feedback.forget(key);
  }

  function endWork(key: string): void {
    settled.forget(key);
    parts.held.settle(key);
    evidence.settle(key);
  }

  /** With contents, unless one of the two is none of our business: of such a pair no more than the metadata is read. */
  async function readBoth(
    place: Record<ClaimOwner, ObjectKey>,
    cached: Partial<Record<ClaimOwner, KubeObject>>,
    plan: (pair: Pair) => ClaimStep,
  ): Promise<Pair> {
    const slim: Pair = {
      Provider: cached.Provider && { ...cached.Provider },
      Consumer: await slimConsumer(place.Consumer, cached.Consumer),
    };
    if (plan(slim).step === 'conflict') return slim;
    const [Provider, Consumer] = await Promise.all([
      clients.Provider.get(mapping.provider, place.Provider),
      slim.Consumer && clients.Consumer.get(mapping.consumer, place.Consumer),
    ]);
    return { Provider, Consumer };
  }

  /** Only copies are watched where the app cluster's own objects do not matter. */
  async function slimConsumer(
    key: ObjectKey,
    cached: KubeObject | undefined,
  ): Promise<Unstructured | undefined> {
    const found =
      cached ?? (await clients.Consumer.get(metadataOf(mapping.consumer), key));
    return found && { ...found };
  }
}
