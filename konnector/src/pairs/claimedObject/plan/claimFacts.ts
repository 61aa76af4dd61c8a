/** Inputs and results of the plan for a claimed pair. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject, ObjectKey, Unstructured } from '@klutch/kube';
import type { Claimant } from '../../../ownership/ownership';
import {
  patchToTarget,
  type StoredHashes,
  type SentContent,
  type DesiredObject,
} from './claimedContent';
import { matchesKey, type ClaimRules, type Selects } from './claimSelection';
import { matchingEntries } from './keyPatterns';

/** Inputs of the plan: both objects, read live, and the claims. */
export interface ClaimFacts {
  provider: Unstructured | undefined;
  consumer: Unstructured | undefined;
  keys: Record<ClaimOwner, ObjectKey>;
  /** Accepted claims on this type. */
  claims: readonly PermissionClaim[];
  /** Claims that a copy records as selecting its original; default: `claims`. */
  recordedClaims?: readonly PermissionClaim[];
  selects: Selects;
  /** The object of the app cluster, if its deletion by a client was observed and is the only reason for its absence. */
  deletedConsumer: KubeObject | undefined;
  /** Hashes of content as the servers stored it; default: stored as sent. */
  storedHashes?: StoredHashes;
  claimant: Claimant;
}

/** One write; the next step is planned from the server's answer. */
export type ClaimStep =
  | { step: 'nothing' }
  | ({ step: 'create'; side: ClaimOwner; object: Unstructured } & SentContent)
  /** A merge patch with preconditions. */
  | ({ step: 'patch'; side: ClaimOwner; patch: object } & SentContent)
  /** Delete and create, because the existing object cannot be changed in place. */
  | ({ step: 'recreate'; side: ClaimOwner; object: Unstructured } & SentContent)
  | { step: 'delete'; side: ClaimOwner }
  /** Another owner's object has the name; that object stays as it is. */
  | { step: 'conflict'; why: string }
  /** A copy on the control plane whose original is gone, without an observed deletion. */
  | { step: 'orphan' }
  /** A copy on the app cluster that another konnector made, and whose original is gone. */
  | { step: 'orphan-on-app-cluster' };

/** A step that changes the object of a side; the others end a reconcile. */
export type WriteStep = Extract<ClaimStep, { side: ClaimOwner }>;
export const isWriteStep = (step: ClaimStep): step is WriteStep =>
  'side' in step;

/** The pair is in sync, or not covered by any claim. */
export const nothing: ClaimStep = { step: 'nothing' };
export const otherSide = (side: ClaimOwner): ClaimOwner =>
  side === 'Provider' ? 'Consumer' : 'Provider';

export const objectOf = (facts: ClaimFacts, side: ClaimOwner) =>
  side === 'Provider' ? facts.provider : facts.consumer;

/** Claims that select the object of a side, whoever owns the object. */
export function claimsSelecting(
  facts: ClaimFacts,
  side: ClaimOwner,
): PermissionClaim[] {
  const object = objectOf(facts, side);
  return facts.claims.filter(
    claim =>
      object !== undefined &&
      matchesKey(claim, facts.keys.Consumer) &&
      facts.selects(claim, side, object),
  );
}

/** The patch that changes the object of a side to its target; undefined when the object matches, or does not exist. */
export function patchOf(
  facts: ClaimFacts,
  side: ClaimOwner,
  target: DesiredObject,
): ClaimStep | undefined {
  const object = objectOf(facts, side);
  const patch = object && patchToTarget(object, target, facts.storedHashes);
  return patch && { step: 'patch', side, ...patch };
}

/** Labels and annotations of an object whose keys match the patterns. */
export const matching = (
  object: KubeObject,
  patterns: ClaimRules['toCopy'],
) => ({
  labels: matchingEntries(object.metadata.labels, patterns.labels),
  annotations: matchingEntries(
    object.metadata.annotations,
    patterns.annotations,
  ),
});
