/** What a claimed object and its copy say, and the one patch that brings one of them to what it should say. Pure. */
import type { KubeObject, OwnerReference, Unstructured } from '@klutch/kube';
import { annotations, isCarriedKeys } from '../../markers';
import {
  covers,
  hashOf,
  isJsonObject,
  mergePatchBetween,
} from '../../json/projection';

type JsonObject = Record<string, unknown>;

/** Fields that are not content: identity, what each side computes, and the flag that would make our copy unchangeable. */
const notContent = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'status',
  'immutable',
  'stringData',
]);

/** The content fields of an object. Empty maps leave no trace, as on the wire. */
export function contentOf(object: KubeObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([field, value]) =>
        !notContent.has(field) &&
        value !== undefined &&
        value !== null &&
        !(isJsonObject(value) && Object.keys(value).length === 0),
    ),
  );
}

/** Labels and annotations. */
export interface Metadata {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** What an object is to be. */
export interface Target {
  /** All of it; absent: content is not ours to change. */
  content?: JsonObject;
  /** Our marks; null takes one off. */
  marks: {
    labels: Record<string, string | null>;
    annotations: Record<string, string | null>;
    /** Whom an object goes with that is made anew; what is there keeps its owners. */
    ownerReferences?: OwnerReference[];
  };
  /** Metadata of the other side, kept in step: entries that were carried and are not any more go. */
  carried: Metadata;
  /** Annotation that notes what was carried. */
  carriedBy: string;
  /** Whether others may have carried something to it, too. */
  isShared?: boolean;
}

/** Kubernetes' own types store what they are given; others may fill in defaults, which are no difference. */
export const isStoredVerbatim = ({ apiVersion }: KubeObject): boolean =>
  !apiVersion.includes('/');

interface CarriedKeys {
  labels: string[];
  annotations: string[];
}

const noKeys: CarriedKeys = { labels: [], annotations: [] };

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(key => typeof key === 'string');

/** What cannot be read counts as none, so that nothing else is removed. */
function parseKeys(text = '{}'): CarriedKeys {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return noKeys;
    const { labels = [], annotations: notes = [] } = value;
    return isKeys(labels) && isKeys(notes)
      ? { labels, annotations: notes }
      : noKeys;
  } catch {
    return noKeys;
  }
}

const keysOf = ({ labels, annotations: notes }: Metadata): string | null => {
  const keys = {
    labels: Object.keys(labels).sort(),
    annotations: Object.keys(notes).sort(),
  };
  return keys.labels.length + keys.annotations.length > 0
    ? JSON.stringify(keys)
    : null;
};

/** Notes of older versions do not say who carried it: whoever carries nothing takes nothing off either. */
const ownsLegacyCarriedKeys = ({ carried, isShared }: Target): boolean =>
  !isShared || keysOf(carried) !== null;

/** The annotations that note what was carried to an object by us: by nobody else, where it is not shared. */
const ownCarriedKeysAnnotations = (
  { metadata }: KubeObject,
  target: Target,
): string[] => [
  target.carriedBy,
  ...(ownsLegacyCarriedKeys(target) ? [annotations.carriedKeys] : []),
  // The control plane may have been another one before, by its UID.
  ...(target.isShared
    ? []
    : Object.keys(metadata.annotations ?? {}).filter(isCarriedKeys)),
];

/** Which entries were carried to an object before. */
function carriedBefore({ metadata }: KubeObject, notes: string[]): CarriedKeys {
  const found = notes.map(note => parseKeys(metadata.annotations?.[note]));
  return {
    labels: found.flatMap(keys => keys.labels),
    annotations: found.flatMap(keys => keys.annotations),
  };
}

const toNulls = (keys: readonly string[]) =>
  Object.fromEntries(keys.map(key => [key, null]));

/**
 * The metadata of a target as it is written onto an object; null for entries that go.
 * @param notes - annotations that the one of the target is in place of.
 */
function targetMetadata(
  target: Target,
  before: CarriedKeys,
  notes: readonly string[],
): Pick<Target['marks'], 'labels' | 'annotations'> {
  const { marks, carried, carriedBy } = target;
  return {
    labels: { ...toNulls(before.labels), ...carried.labels, ...marks.labels },
    annotations: {
      ...toNulls(before.annotations),
      ...carried.annotations,
      ...toNulls(notes),
      [carriedBy]: keysOf(carried),
      ...marks.annotations,
    },
  };
}

const withoutNulls = <T>(entries: Record<string, T | null>) =>
  Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== null),
  ) as Record<string, T>;

/** Entries of a patch that change something. */
const changedEntries = (
  current: Record<string, string> | undefined,
  wanted: Record<string, string | null>,
) =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => (current?.[key] ?? null) !== value,
    ),
  );

/** Hash of what was written, so that what becomes of it is no news of the original. */
const appliedHashAnnotation = (
  content: JsonObject,
): Record<string, string> => ({
  [annotations.appliedHash]: hashOf(content),
});

/** Whether an object was written with this content, whatever the server or somebody made of it since. */
export const hasAppliedContent = (
  { metadata }: KubeObject,
  content: JsonObject,
): boolean =>
  metadata.annotations?.[annotations.appliedHash] === hashOf(content);

/**
 * An object that is made anew.
 * @param isImmutable - it is not changed in place: what was written is noted, also for a type that stores what it is given.
 */
export function newObject(
  template: Unstructured,
  key: { namespace?: string; name: string },
  target: Target & { content: JsonObject },
  isImmutable = false,
): Unstructured {
  const { labels, annotations: notes } = targetMetadata(target, noKeys, []);
  const { ownerReferences } = target.marks;
  const recordsHash = isImmutable || !isStoredVerbatim(template);
  return {
    ...target.content,
    apiVersion: template.apiVersion,
    kind: template.kind,
    metadata: {
      ...key,
      ...(ownerReferences && { ownerReferences }),
      labels: withoutNulls(labels),
      annotations: {
        ...withoutNulls(notes),
        ...(recordsHash && appliedHashAnnotation(target.content)),
      },
    },
  };
}

/** What a server made of content that it was sent; see {@link ContentChange}. */
export type StoredHashes = ReadonlySet<string>;

/** A change of content. */
export interface ContentChange {
  /** Hash of all content that the object is to have. */
  sentHash: string;
  /** Fingerprint of that and of what the object has: once it was sent and this is still so, the server keeps it so. */
  storedHash: string;
  body: JsonObject;
}

/**
 * The change of content alone; undefined when there is none.
 * @param storedHashes - what is no difference, as sending it again changes nothing: a schema prunes, a webhook has its own mind.
 */
export function contentChange(
  object: Unstructured,
  content: JsonObject,
  storedHashes?: StoredHashes,
): ContentChange | undefined {
  const current = contentOf(object);
  const mayHaveDefaults =
    !isStoredVerbatim(object) && hasAppliedContent(object, content);
  const body = mayHaveDefaults
    ? !covers(current, content) && content
    : mergePatchBetween(current, content);
  if (!body) return undefined;
  const storedHash = hashOf([content, current]);
  return storedHashes?.has(storedHash)
    ? undefined
    : { sentHash: hashOf(content), storedHash, body };
}

/** Of a write that may be about content. */
export type SentContent = Partial<
  Pick<ContentChange, 'sentHash' | 'storedHash'>
>;

/** A merge patch with preconditions. */
export interface ObjectPatch extends SentContent {
  patch: JsonObject;
}

/** Makes an object its target; undefined when it is that. */
export function patchToTarget(
  object: Unstructured,
  target: Target,
  storedHashes?: StoredHashes,
): ObjectPatch | undefined {
  const { content } = target;
  const change = content && contentChange(object, content, storedHashes);
  const ours = ownCarriedKeysAnnotations(object, target);
  const wanted = targetMetadata(target, carriedBefore(object, ours), ours);
  const labels = changedEntries(object.metadata.labels, wanted.labels);
  const notes = changedEntries(object.metadata.annotations, {
    ...wanted.annotations,
    ...(content && !isStoredVerbatim(object) && appliedHashAnnotation(content)),
  });
  if (!change && Object.keys({ ...labels, ...notes }).length === 0) {
    return undefined;
  }
  const { uid, resourceVersion } = object.metadata;
  return {
    ...(change && { sentHash: change.sentHash, storedHash: change.storedHash }),
    patch: {
      ...change?.body,
      metadata: { uid, resourceVersion, labels, annotations: notes },
    },
  };
}
