/** Whose is a pair of objects that have the same place on both clusters? Pure. */
import type { ClaimOwner } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { carriesMarks } from '../../mapping/carriesMarks';
import { annotations, labels, type ClusterPins } from '../../markers';
import { isOwnCluster, type Claimant } from '../../ownership/ownership';

/**
 * What an object says of itself: `original` is its owner's, `copy` was made by us from the other side's, `foreign` is
 * somebody else's, from another app cluster or another control plane, or does not say that it is meant for this one.
 */
export type Role = 'absent' | 'unmarked' | 'original' | 'copy' | 'foreign';

const markOf = (object: KubeObject) =>
  object.metadata.annotations?.[annotations.resourceOwner];

const annotationOf = (object: KubeObject | undefined, key: string) =>
  object?.metadata.annotations?.[key];

/**
 * The role of an object of the control plane. Without the marks it is not meant for this app cluster, whatever its name.
 * Copies of the reference's konnector do not say of which app cluster.
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

/** The role of an object of the app cluster. Copies of the reference's konnector do not say of which control plane. */
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

/** A copy on the app cluster that is ours beyond doubt: not even the reference's konnector could have made it. */
export const isFullyMarkedCopy = (
  consumer: KubeObject,
  pins: ClusterPins,
): boolean =>
  consumerRole(consumer, pins) === 'copy' &&
  consumer.metadata.labels?.[labels.resourceOwner] === 'Provider' &&
  annotationOf(consumer, annotations.providerNamespaceUid) ===
    pins.providerNamespaceUid;

/** Whose the pair is by its marks alone; claims do not matter here. */
export type PairOwner =
  | { owner: ClaimOwner }
  /** Nobody said so: it exists on this side only. */
  | { owner: 'undeclared'; side: ClaimOwner }
  /** Both sides have one of their own. */
  | { owner: 'conflict'; why: string }
  /** The copy of an original that is gone from the other side, or never was one of ours. */
  | { owner: 'orphaned'; side: ClaimOwner }
  | { owner: 'none' };

const foreignReason = (
  provider: KubeObject | undefined,
  { marks }: Claimant,
) =>
  annotations.clusterNamespace in marks.annotations &&
  annotationOf(provider, annotations.clusterNamespace) === undefined
    ? `that one does not say in its annotation ${annotations.clusterNamespace} for which app cluster it is`
    : 'that one is another app cluster’s';

const originatesFrom = (
  object: KubeObject | undefined,
  key: string,
  origin: KubeObject | undefined,
) =>
  origin?.metadata.uid !== undefined &&
  annotationOf(object, key) === origin.metadata.uid;

/**
 * The provider object's mark counts first, then the app cluster object's. An object is never taken for a copy unless it
 * says so itself: else a mark on one side would be enough to overwrite what the other side has.
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
  // A change of hands takes two writes; between them only the new original knows.
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
        ? 'this one is a copy that another control plane brought here'
        : 'this one exists already and did not come from this binding',
  };
}
