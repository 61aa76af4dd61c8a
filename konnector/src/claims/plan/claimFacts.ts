/** What the decision on a claimed pair rests on, and what can come of it. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject, ObjectKey, Unstructured } from '@klutch/kube';
import type { Claimant } from '../../ownership/ownership';
import {
  patchToTarget,
  type StoredHashes,
  type SentContent,
  type Target,
} from './claimedContent';
import { matchesKey, type ClaimRules } from './claimSelection';
import { matchingEntries } from './keyPatterns';

/** What the decision rests on: both objects as they are now, read live. */
export interface ClaimFacts {
  /** The object on the control plane. */
  provider: Unstructured | undefined;
  /** The object on the app cluster. */
  consumer: Unstructured | undefined;
  /** Where they are. */
  keys: Record<ClaimOwner, ObjectKey>;
  /** Accepted claims on this type. */
  claims: readonly PermissionClaim[];
  /** Of which a copy says that they select its original; default: `claims`. */
  recordedClaims?: readonly PermissionClaim[];
  /** Whether a claim's labels and fields select an object of a side. */
  selects: (
    claim: PermissionClaim,
    side: ClaimOwner,
    object: Unstructured,
  ) => boolean;
  /** The object of the app cluster that somebody was seen to delete, if it is gone for that reason and no other. */
  deletedConsumer: KubeObject | undefined;
  /** True when the name on the app cluster is a kubeconfig secret of a binding. */
  reserved: boolean;
  /** What servers made of content that they were sent; default: just that. */
  storedHashes?: StoredHashes;
  claimant: Claimant;
}

/** One write. After it the next one is planned from its answer. */
export type ClaimStep =
  | { step: 'nothing' }
  | ({ step: 'create'; side: ClaimOwner; object: Unstructured } & SentContent)
  /** A merge patch with preconditions. */
  | ({ step: 'patch'; side: ClaimOwner; patch: object } & SentContent)
  /** Delete and create: what is there cannot be changed in place. */
  | ({ step: 'recreate'; side: ClaimOwner; object: Unstructured } & SentContent)
  | { step: 'delete'; side: ClaimOwner }
  /** Somebody else's object has the name; it stays as it is. */
  | { step: 'conflict'; why: string }
  /** A copy on the control plane whose original is gone, and nobody saw why. */
  | { step: 'orphan' }
  /** A copy on the app cluster that another konnector made, and whose original is gone. */
  | { step: 'orphan-on-app-cluster' };

/** All is as it should be, or nobody's business. */
export const nothing: ClaimStep = { step: 'nothing' };
/** The other cluster. */
export const otherSide = (side: ClaimOwner): ClaimOwner =>
  side === 'Provider' ? 'Consumer' : 'Provider';

/** The object of a side. */
export const objectOf = (facts: ClaimFacts, side: ClaimOwner) =>
  side === 'Provider' ? facts.provider : facts.consumer;

/** Claims that select the object of a side, whoever is to own it. */
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

/** The patch that makes an object its target; when it is that already, the other step. */
export const patchOr = (
  otherwise: ClaimStep,
  side: ClaimOwner,
  object: Unstructured,
  target: Target,
  storedHashes?: StoredHashes,
): ClaimStep => {
  const found = patchToTarget(object, target, storedHashes);
  return found ? { step: 'patch', side, ...found } : otherwise;
};

/** The metadata of an object that patterns let through. */
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
