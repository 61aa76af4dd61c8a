/** The one write to the app cluster object before its copy is created: finalizer and `bound` together. Pure. */
import { finalizers } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations } from '../../../markers';

/** Merge patch with preconditions that adds our finalizer, or undefined when present. */
export function planEnsureFinalizer(consumer: KubeObject): object | undefined {
  const present = consumer.metadata.finalizers ?? [];
  if (present.includes(finalizers.syncer)) return undefined;
  return {
    metadata: {
      uid: consumer.metadata.uid,
      resourceVersion: consumer.metadata.resourceVersion,
      finalizers: [...present, finalizers.syncer],
      annotations: { [annotations.bound]: 'true' },
    },
  };
}
