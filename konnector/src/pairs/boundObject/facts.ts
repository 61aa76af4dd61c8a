/** Observed state of an object and its copy: caches, corrected by our own writes. */
import {
  apiVersionOf,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import type { SyncFacts } from './plan/model';
import type { Cached, ReconcileScope } from './reconcileScope';

/** An observed object or copy. */
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
  const cached = state.parts.consumers.get(key);
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
  const cached = state.parts.providers.get(copyKey);
  const entry = state.providerMutations.get(
    keyOf({ metadata: copyKey }),
    cached,
  );
  if (entry.expiresInMs) context.requeueAfter(entry.expiresInMs);
  return { cached, object: entry.object };
}

/** Sends a write to the object; after a conflict the next plan uses the live object. */
export const sendToObject = <R>(
  { state, key, objectKey }: ReconcileScope,
  { object: observed }: Pick<SyncFacts, 'object'>,
  { object: cached }: Cached,
  write: () => Promise<R>,
): Promise<R> => {
  const { consumerClient, mapping } = state.parts;
  const read = () => consumerClient.get(mapping.consumer, objectKey);
  return state.consumerMutations.send({ key, cached, observed, read }, write);
};

/** Sends a write to the copy; after a conflict the next plan uses the live copy. */
export const sendToCopy = <R>(
  { state }: ReconcileScope,
  copyKey: ObjectKey,
  { copy: observed }: Pick<SyncFacts, 'copy'>,
  { copy: cached }: Cached,
  write: () => Promise<R>,
): Promise<R> => {
  const { providerClient, mapping } = state.parts;
  const key = keyOf({ metadata: copyKey });
  const read = () => providerClient.get(mapping.provider, copyKey);
  return state.providerMutations.send({ key, cached, observed, read }, write);
};

/** Collects the input of a plan. */
export function factsOf(
  { state, key }: ReconcileScope,
  object: Unstructured,
  copyLocation: SyncFacts['copyLocation'],
  copy: Unstructured | undefined,
): SyncFacts {
  const { parts, memories } = state;
  return {
    object,
    copy,
    copyLocation,
    pins: parts.pins,
    memory: memories.of(key),
    shape: parts.shape,
    nowMs: Date.now(),
  };
}

/** The desired identity and marks of the copy at a location. */
export function targetAt(
  { state }: ReconcileScope,
  key: ObjectKey,
): SyncFacts['copyLocation'] {
  const { provider, marks } = state.parts.mapping;
  return {
    at: 'ready',
    target: { apiVersion: apiVersionOf(provider), key, marks },
  };
}
