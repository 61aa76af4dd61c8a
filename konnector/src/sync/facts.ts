/** What is known of an object and its copy at this moment: caches, corrected by our own writes. */
import {
  apiVersionOf,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import type { SyncFacts } from './plan/model';
import type { Cached, Run } from './run';

/** The object; see {@link observeCopy}. */
export interface ObservedObject {
  /** What the cache says; writes are remembered against it. */
  cached: Unstructured | undefined;
  /** The newest known state. */
  object: Unstructured | undefined;
}

/** The object on the app cluster. Has the run come back when a memory of an own write ends. */
export function observeObject({
  state,
  key,
  context,
  live,
}: Run): ObservedObject {
  const cached = state.parts.consumers.get(key);
  const entry = state.consumerMutations.get(key, cached);
  if (entry.expiresInMs) context.requeueAfter(entry.expiresInMs);
  const isLive =
    live?.metadata.resourceVersion === entry.object?.metadata.resourceVersion;
  return { cached, object: isLive ? (live ?? entry.object) : entry.object };
}

/** The copy at a place, likewise. */
export function observeCopy(
  { state, context }: Run,
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

/** Sends a write to the object; after a conflict the next plan is made from what the app cluster has now. */
export const sendToObject = <R>(
  { state, key, objectKey }: Run,
  { object: observed }: Pick<SyncFacts, 'object'>,
  { object: cached }: Cached,
  write: () => Promise<R>,
): Promise<R> => {
  const { consumerClient, mapping } = state.parts;
  const read = () => consumerClient.get(mapping.consumer, objectKey);
  return state.consumerMutations.send({ key, cached, observed, read }, write);
};

/** Sends a write to the copy at a place, likewise. */
export const sendToCopy = <R>(
  { state }: Run,
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

/** All that a plan rests on. */
export function factsOf(
  { state, key }: Run,
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

/** What the copy at a place is to be. */
export function targetAt(
  { state }: Run,
  key: ObjectKey,
): SyncFacts['copyLocation'] {
  const { provider, marks } = state.parts.mapping;
  return {
    at: 'ready',
    target: { apiVersion: apiVersionOf(provider), key, marks },
  };
}
