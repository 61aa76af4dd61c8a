/** Removes our finalizer from an object of the app cluster. Pure. */
import { finalizers } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';

/** Merge patch with preconditions that removes our finalizer, or undefined when the finalizer is absent. */
export function planRemoveFinalizer(consumer: KubeObject): object | undefined {
  const present = consumer.metadata.finalizers ?? [];
  if (!present.includes(finalizers.syncer)) return undefined;
  return {
    metadata: {
      uid: consumer.metadata.uid,
      resourceVersion: consumer.metadata.resourceVersion,
      finalizers: present.filter(finalizer => finalizer !== finalizers.syncer),
    },
  };
}
