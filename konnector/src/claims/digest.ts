/** Claimed objects as the caches keep them: fingerprints instead of contents, so that no credential stays in memory. Pure. */
import type { KubeObject } from '@klutch/kube';
import { hashOf, isJsonObject } from '../sync/projection';

/** Fields that are not content: identity, what each side computes, and the flag that would make our copy unchangeable. */
const notContent = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'status',
  'immutable',
  'stringData',
  'digest',
]);

/** Top-level content fields; maps are listed key by key as `data/password`, so that single keys can be removed. */
export type Digest = Record<string, string>;

/** A claimed object without its contents. */
export interface ClaimedView extends KubeObject {
  /** Of Secrets. Cannot be changed in place. */
  type?: string;
  digest: Digest;
}

/** The content fields of an object. */
export function contentOf(object: KubeObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([field, value]) =>
        !notContent.has(field) && value !== undefined && value !== null,
    ),
  );
}

/** Fingerprints of an object's contents. Empty maps leave no trace, as on the wire. */
export function digestOf(object: KubeObject): Digest {
  const digest: Digest = {};
  for (const [field, value] of Object.entries(contentOf(object))) {
    if (!isJsonObject(value)) {
      digest[field] = hashOf(value);
      continue;
    }
    for (const [key, entry] of Object.entries(value)) {
      digest[`${field}/${key}`] = hashOf(entry);
    }
  }
  return digest;
}

/** What a cache keeps of a claimed object; meant as the cache's `project`. */
export function toClaimedView(
  object: KubeObject & { type?: unknown },
): ClaimedView {
  const {
    name,
    namespace,
    uid,
    resourceVersion,
    deletionTimestamp,
    labels,
    annotations,
  } = object.metadata;
  const {
    'kubectl.kubernetes.io/last-applied-configuration': _repeatsTheContent,
    ...keptAnnotations
  } = annotations ?? {};
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      deletionTimestamp,
      labels,
      annotations: keptAnnotations,
    },
    ...(typeof object.type === 'string' && { type: object.type }),
    digest: digestOf(object),
  };
}

/** True when both hold exactly the same contents. */
export function sameContent(a: Digest, b: Digest): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => a[key] === b[key])
  );
}
