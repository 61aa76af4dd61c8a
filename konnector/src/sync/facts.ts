/** What is known of an object and its copy at this moment: caches, corrected by our own writes. */
import {
  apiVersionOf,
  keyOf,
  type ObjectKey,
  type Unstructured,
} from '@klutch/kube';
import type { SyncFacts } from './plan/model';
import type { Cached, Run } from './run';

/** The object; see {@link seeCopy}. */
export interface SeenObject {
  /** What the cache says; writes are remembered against it. */
  cached: Unstructured | undefined;
  /** The newest known state. */
  object: Unstructured | undefined;
}

/** The object on the app cluster. Has the run come back when a memory of an own write ends. */
export function seeObject({ state, key, context, live }: Run): SeenObject {
  const cached = state.parts.consumers.get(key);
  const seen = state.consumerView.see(key, cached);
  if (seen.rememberedForMs) context.requeueAfter(seen.rememberedForMs);
  const isLive =
    live?.metadata.resourceVersion === seen.object?.metadata.resourceVersion;
  return { cached, object: isLive ? (live ?? seen.object) : seen.object };
}

/** The copy at a place, likewise. */
export function seeCopy({ state, context }: Run, place: ObjectKey): SeenObject {
  const cached = state.parts.providers.get(place);
  const seen = state.providerView.see(keyOf({ metadata: place }), cached);
  if (seen.rememberedForMs) context.requeueAfter(seen.rememberedForMs);
  return { cached, object: seen.object };
}

/** Sends a write to the object; after a conflict the next plan is made from what the app cluster has now. */
export const sendToObject = <R>(
  { state, key, where }: Run,
  { object: seen }: Pick<SyncFacts, 'object'>,
  { object: cached }: Cached,
  write: () => Promise<R>,
): Promise<R> => {
  const { consumerClient, mapping } = state.parts;
  const read = () => consumerClient.get(mapping.consumer, where);
  return state.consumerView.send({ key, cached, seen, read }, write);
};

/** Sends a write to the copy at a place, likewise. */
export const sendToCopy = <R>(
  { state }: Run,
  place: ObjectKey,
  { copy: seen }: Pick<SyncFacts, 'copy'>,
  { copy: cached }: Cached,
  write: () => Promise<R>,
): Promise<R> => {
  const { providerClient, mapping } = state.parts;
  const key = keyOf({ metadata: place });
  const read = () => providerClient.get(mapping.provider, place);
  return state.providerView.send({ key, cached, seen, read }, write);
};

/** All that a plan rests on. */
export function factsOf(
  { state, key }: Run,
  object: Unstructured,
  place: SyncFacts['place'],
  copy: Unstructured | undefined,
): SyncFacts {
  const { parts, memories } = state;
  return {
    object,
    copy,
    place,
    pins: parts.pins,
    memory: memories.of(key),
    shape: parts.shape,
    nowMs: Date.now(),
  };
}

/** What the copy at a place is to be. */
export function targetAt({ state }: Run, key: ObjectKey): SyncFacts['place'] {
  const { provider, marks } = state.parts.mapping;
  return {
    at: 'ready',
    target: { apiVersion: apiVersionOf(provider), key, marks },
  };
}
