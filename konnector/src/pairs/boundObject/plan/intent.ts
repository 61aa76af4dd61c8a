/** The desired copy on the control plane: exactly the fields that the konnector owns there. Pure. */
import type { Unstructured } from '@klutch/kube';
import { annotations, type ClusterPins } from '../../../markers';
import { syncedMetadata } from '../../../mapping/syncedMetadata';
import type { ApplyIntent, CopyTarget } from './model';
import { covers, hashOf } from '../../../json/projection';

/**
 * The copy of an app cluster object: all its top-level fields except `status`, the synced metadata, and our marks.
 * Equal objects give equal intents, so an equal hash means that none of our fields changed.
 */
export function planCopy(
  consumer: Unstructured,
  target: CopyTarget,
  pins: ClusterPins,
): ApplyIntent {
  const {
    apiVersion: _apiVersion,
    kind,
    metadata,
    status: _status,
    ...content
  } = consumer;
  const labels = syncedMetadata(metadata.labels);
  const intent: ApplyIntent = {
    ...content,
    apiVersion: target.apiVersion,
    kind,
    metadata: {
      ...target.key,
      // The API server drops empty maps; an intent with one would never count
      // as applied.
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(target.marks.ownerReferences && {
        ownerReferences: target.marks.ownerReferences,
      }),
      annotations: {
        ...syncedMetadata(metadata.annotations),
        ...target.marks.annotations,
        [annotations.bound]: 'true',
        [annotations.consumerCluster]: pins.consumerCluster,
        [annotations.consumerUid]: metadata.uid ?? '',
      },
    },
  };
  return stampHash(intent);
}

function stampHash<T extends ApplyIntent>(intent: T): T {
  return {
    ...intent,
    metadata: {
      ...intent.metadata,
      annotations: {
        ...intent.metadata.annotations,
        [annotations.appliedHash]: hashOf(intent),
      },
    },
  };
}

/** The hash that {@link stampHash} added to an intent. */
export function hashOfIntent(intent: ApplyIntent): string {
  return intent.metadata.annotations[annotations.appliedHash] ?? '';
}

/**
 * Whether the live object contains the whole intent. The hash annotation is part of the intent, so a field removed
 * since the last apply is a difference, too.
 */
export function isApplied(intent: ApplyIntent, live: Unstructured): boolean {
  const { ownerReferences, ...metadata } = intent.metadata;
  if (!ownerReferences) return covers(live, intent);
  const owners = live.metadata.ownerReferences ?? [];
  return (
    covers(live, { ...intent, metadata }) &&
    // Other controllers may have added owner references.
    ownerReferences.every(desired =>
      owners.some(owner => covers(owner, desired)),
    )
  );
}
