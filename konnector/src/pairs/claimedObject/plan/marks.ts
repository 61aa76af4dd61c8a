/** The marks by which claimed objects and their copies record their owner and where they come from. Pure. */
import type { ClaimOwner } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations, labels } from '../../../markers';
import type { Claimant } from '../../../ownership/ownership';
import type { DesiredObject } from './claimedContent';

type Marks = DesiredObject['marks'];

/**
 * Marks of a copy.
 * @param selectedBy - see `encodeSelection`.
 */
export const marksOfCopy = (
  owner: ClaimOwner,
  { pins, marks }: Claimant,
  original: KubeObject,
  selectedBy: string | null,
): Marks =>
  owner === 'Provider'
    ? {
        labels: { [labels.resourceOwner]: 'Provider' },
        annotations: {
          [annotations.resourceOwner]: 'Provider',
          [annotations.providerNamespaceUid]: pins.providerNamespaceUid,
          [annotations.adoptedFrom]: null,
          [annotations.selectedBy]: selectedBy,
        },
      }
    : {
        labels: {},
        ownerReferences: marks.ownerReferences,
        annotations: {
          ...marks.annotations,
          [annotations.bound]: 'true',
          [annotations.resourceOwner]: 'Consumer',
          [annotations.consumerCluster]: pins.consumerCluster,
          [annotations.consumerUid]: original.metadata.uid ?? '',
          [annotations.selectedBy]: selectedBy,
        },
      };

/** Marks of an original. A mark that only copies have is removed, as the original may have been a copy. */
export const marksOfOriginal = (owner: ClaimOwner): Marks => ({
  labels: owner === 'Consumer' ? { [labels.resourceOwner]: null } : {},
  annotations: {
    [annotations.resourceOwner]: owner,
    [annotations.selectedBy]: null,
  },
});

/** Marks of an original whose ownership was transferred from `source`, which they record. */
export function marksOfTransferred(
  owner: ClaimOwner,
  { pins, marks }: Claimant,
  source: KubeObject,
): Marks {
  const { uid = '' } = source.metadata;
  const original = marksOfOriginal(owner);
  const origin: Record<string, string> =
    owner === 'Provider'
      ? {
          ...marks.annotations,
          [annotations.consumerCluster]: pins.consumerCluster,
          [annotations.consumerUid]: uid,
        }
      : { [annotations.adoptedFrom]: uid };
  return {
    ...original,
    annotations: { ...original.annotations, ...origin },
  };
}
