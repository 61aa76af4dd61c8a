/** Content of claimed objects and their copies, and the patch that changes an object to its target. Pure. */
import type { KubeObject, OwnerReference, Unstructured } from '@klutch/kube';
import { annotations, isCarriedKeys } from '../../../markers';
import {
  covers,
  hashOf,
  isJsonObject,
  mergePatchBetween,
} from '../../../json/projection';

type JsonObject = Record<string, unknown>;

/**
 * Fields that are not content: identity, fields computed by each side, and the flag that would make the copy immutable.
 */
const notContent = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'status',
  'immutable',
  'stringData',
]);

/** The content fields of an object. Empty maps are left out, as on the wire. */
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

export interface Metadata {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/**
 * The desired state of an object. It is compared with the object at each reconcile, so it depends on the two objects and
 * the claims alone: what varies, such as a time, would be written again and again.
 */
export interface DesiredObject {
  /** The whole content; absent when the konnector does not change the content. */
  content?: JsonObject;
  /** The konnector's marks; null removes a mark. */
  marks: {
    labels: Record<string, string | null>;
    annotations: Record<string, string | null>;
    /** Owner references for a newly created object; an existing object keeps its own. */
    ownerReferences?: OwnerReference[];
  };
  /** Metadata propagated from the other side; entries that were propagated before and are missing here are removed. */
  carried: Metadata;
  /** Annotation that records the propagated keys. */
  carriedBy: string;
  /** Whether other bindings may have propagated metadata to the object, too. */
  isShared?: boolean;
}

/** Types of the core group store content as sent. For others, defaulted fields are not treated as a difference. */
export const isStoredVerbatim = ({ apiVersion }: KubeObject): boolean =>
  !apiVersion.includes('/');

interface CarriedKeys {
  labels: string[];
  annotations: string[];
}

const noKeys: CarriedKeys = { labels: [], annotations: [] };

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(key => typeof key === 'string');

/** An unreadable annotation counts as no keys, so that no other entry is removed. */
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

/** Annotations that record keys propagated by this binding, or by any binding when the object is not shared. */
const ownCarriedKeysAnnotations = (
  { metadata }: KubeObject,
  target: DesiredObject,
): string[] => [
  target.carriedBy,
  // Includes annotations under former UIDs of the control plane's cluster namespace, which was recreated since.
  ...(target.isShared
    ? []
    : Object.keys(metadata.annotations ?? {}).filter(isCarriedKeys)),
];

/** Keys of the entries that earlier writes propagated to an object, as its annotations record them. */
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
 * Metadata of a target as written to an object; null for removed entries.
 * @param notes - annotations that are replaced by `target.carriedBy`.
 */
function targetMetadata(
  target: DesiredObject,
  before: CarriedKeys,
  notes: readonly string[],
): Pick<DesiredObject['marks'], 'labels' | 'annotations'> {
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

/** Entries of a metadata patch that differ from the object's current labels or annotations. */
const changedEntries = (
  current: Record<string, string> | undefined,
  desired: Record<string, string | null>,
) =>
  Object.fromEntries(
    Object.entries(desired).filter(
      ([key, value]) => (current?.[key] ?? null) !== value,
    ),
  );

/**
 * Records the hash of the written content, so that changes made by the server are not mistaken for changes of the
 * original.
 */
const appliedHashAnnotation = (
  content: JsonObject,
): Record<string, string> => ({
  [annotations.appliedHash]: hashOf(content),
});

/** Whether an object was last written with this content, whatever the server or other clients changed since. */
export const hasAppliedContent = (
  { metadata }: KubeObject,
  content: JsonObject,
): boolean =>
  metadata.annotations?.[annotations.appliedHash] === hashOf(content);

/**
 * Builds a new object.
 * @param isImmutable - whether the object is never changed in place; then the hash of its content is recorded, also
 *   for types stored as sent.
 */
export function newObject(
  template: Unstructured,
  key: { namespace?: string; name: string },
  target: DesiredObject & { content: JsonObject },
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

/** Hashes of content as a server stored it; see {@link ContentChange}. */
export type StoredHashes = ReadonlySet<string>;

/** A change of an object's content. */
export interface ContentChange {
  /** Hash of the whole desired content. */
  sentHash: string;
  /**
   * Hash of the desired and the current content. If the hash is unchanged after the content was sent, the server does
   * not store the content as sent.
   */
  storedHash: string;
  body: JsonObject;
}

/**
 * The change of the content alone; undefined when there is none.
 * @param storedHashes - differences that remain after sending because of pruning or a webhook, and that are
 *   therefore ignored.
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

/** Hashes of a {@link ContentChange} for a write that changes content. */
export type SentContent = Partial<
  Pick<ContentChange, 'sentHash' | 'storedHash'>
>;

/** A merge patch with preconditions. */
export interface ObjectPatch extends SentContent {
  patch: JsonObject;
}

/** The patch that changes an object to its target; undefined when the object matches. */
export function patchToTarget(
  object: Unstructured,
  target: DesiredObject,
  storedHashes?: StoredHashes,
): ObjectPatch | undefined {
  const { content } = target;
  const change = content && contentChange(object, content, storedHashes);
  const ours = ownCarriedKeysAnnotations(object, target);
  const desired = targetMetadata(target, carriedBefore(object, ours), ours);
  const labels = changedEntries(object.metadata.labels, desired.labels);
  const notes = changedEntries(object.metadata.annotations, {
    ...desired.annotations,
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
