/** Determines the owner of a pair of objects with the same key on both clusters. Pure. */
import type { ClaimOwner } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { carriesMarks } from '../../../mapping/Mapping';
import { annotations, labels, type ClusterPins } from '../../../markers';
import { isOwnCluster, type Claimant } from '../../../ownership/ownership';

/**
 * Role of an object by its marks: `original` belongs to the side it is on, `copy` was created by the konnector from
 * the other side's original, `foreign` belongs to another app cluster or control plane or is not marked for this one.
 */
export type Role = 'absent' | 'unmarked' | 'original' | 'copy' | 'foreign';

const markOf = (object: KubeObject) =>
  object.metadata.annotations?.[annotations.resourceOwner];

const annotationOf = (object: KubeObject | undefined, key: string) =>
  object?.metadata.annotations?.[key];

/**
 * The role of an object of the control plane. Without the marks an object does not belong to this app cluster,
 * whatever its name. Copies of the reference's konnector do not name their app cluster.
 */
export function providerRole(
  object: KubeObject | undefined,
  { pins, marks }: Claimant,
): Role {
  if (!object) return 'absent';
  if (!carriesMarks(object, marks)) return 'foreign';
  const mark = markOf(object);
  if (mark === 'Provider') return 'original';
  if (mark !== 'Consumer') return 'unmarked';
  const cluster = annotationOf(object, annotations.consumerCluster);
  return cluster === undefined || isOwnCluster(cluster, pins)
    ? 'copy'
    : 'foreign';
}

/** The role of an object of the app cluster. Copies of the reference's konnector do not name their control plane. */
export function consumerRole(
  object: KubeObject | undefined,
  pins: ClusterPins,
): Role {
  if (!object) return 'absent';
  const mark = markOf(object);
  if (mark === 'Consumer') return 'original';
  if (mark !== 'Provider') return 'unmarked';
  const provider = annotationOf(object, annotations.providerNamespaceUid);
  return provider === undefined || provider === pins.providerNamespaceUid
    ? 'copy'
    : 'foreign';
}

/** A copy on the app cluster with marks that the reference's konnector does not set, so the copy is certainly ours. */
export const isFullyMarkedCopy = (
  consumer: KubeObject,
  pins: ClusterPins,
): boolean =>
  consumerRole(consumer, pins) === 'copy' &&
  consumer.metadata.labels?.[labels.resourceOwner] === 'Provider' &&
  annotationOf(consumer, annotations.providerNamespaceUid) ===
    pins.providerNamespaceUid;

/** Owner of a pair by its marks alone, without regard to claims. */
export type PairOwner =
  | { owner: ClaimOwner }
  /** Unmarked, and on this side only. */
  | { owner: 'undeclared'; side: ClaimOwner }
  /** Both sides have an object of their own. */
  | { owner: 'conflict'; why: string }
  /** A copy whose original is missing, or is not a marked original. */
  | { owner: 'orphaned'; side: ClaimOwner }
  | { owner: 'none' };

const foreignReason = (
  provider: KubeObject | undefined,
  { marks }: Claimant,
) =>
  annotations.clusterNamespace in marks.annotations &&
  annotationOf(provider, annotations.clusterNamespace) === undefined
    ? `that one has no annotation ${annotations.clusterNamespace} that names its app cluster`
    : 'that one belongs to another app cluster';

const originatesFrom = (
  object: KubeObject | undefined,
  key: string,
  origin: KubeObject | undefined,
) =>
  origin?.metadata.uid !== undefined &&
  annotationOf(object, key) === origin.metadata.uid;

/**
 * The mark of the provider object takes precedence over the consumer object's. An object counts as a copy only by its
 * own mark, so a mark on one side never suffices to overwrite the other side.
 */
export function ownerOfPair(
  provider: KubeObject | undefined,
  consumer: KubeObject | undefined,
  claimant: Claimant,
): PairOwner {
  const providerSide = providerRole(provider, claimant);
  const consumerSide = consumerRole(consumer, claimant.pins);
  if (
    providerSide === 'copy' &&
    consumerSide !== 'copy' &&
    consumerSide !== 'foreign'
  ) {
    return consumerSide === 'absent'
      ? { owner: 'orphaned', side: 'Provider' }
      : { owner: 'Consumer' };
  }
  if (providerSide === 'absent') {
    if (consumerSide === 'copy') return { owner: 'orphaned', side: 'Consumer' };
    if (consumerSide === 'original') return { owner: 'Consumer' };
    return consumerSide === 'unmarked'
      ? { owner: 'undeclared', side: 'Consumer' }
      : { owner: 'none' };
  }
  if (consumerSide === 'absent') {
    if (providerSide === 'original') return { owner: 'Provider' };
    return providerSide === 'unmarked'
      ? { owner: 'undeclared', side: 'Provider' }
      : { owner: 'none' };
  }
  if (providerSide === 'foreign') {
    return { owner: 'conflict', why: foreignReason(provider, claimant) };
  }
  if (consumerSide === 'copy' && providerSide !== 'copy')
    return { owner: 'Provider' };
  // An ownership transfer takes two writes; after the first, only the new original has marks that record the transfer.
  if (
    consumerSide === 'original' &&
    originatesFrom(consumer, annotations.adoptedFrom, provider)
  ) {
    return { owner: 'Consumer' };
  }
  if (
    providerSide === 'original' &&
    originatesFrom(provider, annotations.consumerUid, consumer)
  ) {
    return { owner: 'Provider' };
  }
  return {
    owner: 'conflict',
    why:
      consumerSide === 'foreign'
        ? 'this one is a copy of an object on another control plane'
        : 'this one exists already and did not come from this binding',
  };
}
