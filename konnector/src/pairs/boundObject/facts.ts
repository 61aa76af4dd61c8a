/** Observed state of an object and its copy: caches, corrected by our own writes. */
import {
  apiVersionOf,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import type { SyncFacts } from './plan/model';
import type { ReconcileScope } from './reconcileScope';

export interface ObservedObject {
  /** The cached object; writes are recorded against it. */
  cached: Unstructured | undefined;
  /** The newest known state. */
  object: Unstructured | undefined;
}

/** The object on the app cluster. Requeues when a remembered write expires. */
export function observeObject({
  state,
  key,
  context,
  live,
}: ReconcileScope): ObservedObject {
  const cached = state.consumers.get(key);
  const entry = state.consumerMutations.get(key, cached);
  if (entry.expiresInMs) context.requeueAfter(entry.expiresInMs);
  const isLive =
    live?.metadata.resourceVersion === entry.object?.metadata.resourceVersion;
  return { cached, object: isLive ? (live ?? entry.object) : entry.object };
}

/** The copy at a location. Requeues when a remembered write expires. */
export function observeCopy(
  { state, context }: ReconcileScope,
  copyKey: ObjectKey,
): ObservedObject {
  const cached = state.providers.get(copyKey);
  const entry = state.providerMutations.get(
    keyOf({ metadata: copyKey }),
    cached,
  );
  if (entry.expiresInMs) context.requeueAfter(entry.expiresInMs);
  return { cached, object: entry.object };
}

export function factsOf(
  { state, key }: ReconcileScope,
  object: Unstructured,
  copyLocation: SyncFacts['copyLocation'],
  copy: Unstructured | undefined,
): SyncFacts {
  const { pins, memories, shape } = state;
  return {
    object,
    copy,
    copyLocation,
    pins,
    memory: memories.of(key),
    shape,
    nowMs: Date.now(),
  };
}

/** The desired identity and marks of the copy at a location. */
export function targetAt(
  { state }: ReconcileScope,
  key: ObjectKey,
): SyncFacts['copyLocation'] {
  const { provider, marks } = state.mapping;
  return {
    at: 'ready',
    target: { apiVersion: apiVersionOf(provider), key, marks },
  };
}
