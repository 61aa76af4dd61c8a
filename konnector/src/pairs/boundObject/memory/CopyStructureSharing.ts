/**
 * Structural sharing between the caches of both clusters: the equal parts of an object and its copy are stored once.
 */
import { keyOf, parseKey, type Unstructured } from '@klutch/kube';
import { isJsonObject } from '../../../json/projection';
import type { ProviderCache } from '../../../providerCaches/ProviderCache';
import type { Mapping } from '../../../mapping/Mapping';

/**
 * A value equal to `value` that reuses the equal strings, lists and objects of `other`. Neither argument is changed.
 */
export function shareStructure<T>(value: T, other: unknown): T;
export function shareStructure(value: unknown, other: unknown): unknown {
  // Equal strings are two allocations; returning `other` frees that of `value`.
  if (Object.is(value, other)) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    const items = value.map((item, index) =>
      shareStructure<unknown>(item, other[index]),
    );
    return items.length === other.length &&
      items.every((item, index) => Object.is(item, other[index]))
      ? other
      : items;
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const parts = Object.entries(value).map(
    ([key, part]) => [key, shareStructure<unknown>(part, other[key])] as const,
  );
  return parts.length === Object.keys(other).length &&
    parts.every(
      ([key, part]) => Object.hasOwn(other, key) && Object.is(part, other[key]),
    )
    ? other
    : Object.fromEntries(parts);
}

const namespaceOf = (key: string): string => parseKey(key).namespace ?? '';

/**
 * Objects of incomplete lists, by key of the app cluster: their caches do not show them before the list is complete.
 */
export class PartialList {
  private readonly byNamespace = new Map<string, Map<string, Unstructured>>();

  add(key: string, object: Unstructured): void {
    const namespace = namespaceOf(key);
    const present = this.byNamespace.get(namespace);
    if (present) present.set(key, object);
    else this.byNamespace.set(namespace, new Map([[key, object]]));
  }

  get(key: string): Unstructured | undefined {
    return this.byNamespace.get(namespaceOf(key))?.get(key);
  }

  /** Drops a namespace, once its cache has synced or nothing is left in it. */
  forget(namespace: string): void {
    this.byNamespace.delete(namespace);
  }
}

export interface CopyStructureSharingOptions {
  mapping: Pick<Mapping, 'locate' | 'consumerKeyAt'>;
  /** Reads the app cluster's cache by key. */
  object: (key: string) => Unstructured | undefined;
  /** The caches of the control plane; called when an object or a copy is received. */
  copies: () => Pick<ProviderCache<Unstructured>, 'get' | 'hasSynced'>;
}

/**
 * Makes each object share structure with its copy, and each copy with its object. At the start both lists arrive at the
 * same time, and caches show nothing before a list is complete, so received objects are buffered here until then.
 */
export class CopyStructureSharing {
  private listed: { objects: PartialList; copies: PartialList } | undefined = {
    objects: new PartialList(),
    copies: new PartialList(),
  };

  constructor(private readonly options: CopyStructureSharingOptions) {}

  /** The projection of the app cluster's cache: shares structure with the copy. */
  shareObject(object: Unstructured): Unstructured {
    const { mapping, copies } = this.options;
    const key = keyOf(object);
    const copyLocation = mapping.locate(parseKey(key));
    const copy =
      (copyLocation.at === 'ready'
        ? copies().get(copyLocation.key)
        : undefined) ?? this.listed?.copies.get(key);
    const kept = shareStructure(object, copy);
    this.listed?.objects.add(key, kept);
    return kept;
  }

  /** The projection of the control plane's cache: shares structure with the object. */
  shareCopy(copy: Unstructured): Unstructured {
    const { mapping, object, copies } = this.options;
    const { namespace, name = '' } = copy.metadata;
    const copyKey = { namespace, name };
    const key = mapping.consumerKeyAt(copyKey);
    if (key === undefined) return copy;
    const kept = shareStructure(
      copy,
      object(key) ?? this.listed?.objects.get(key),
    );
    // Copies in a synced cache are not buffered, otherwise all would be while
    // the app cluster cannot be listed.
    if (this.listed && !copies().hasSynced(copyKey)) {
      this.listed.copies.add(key, kept);
    }
    return kept;
  }

  /** Drops the buffered copies of an app cluster namespace, once their cache has synced or they no longer exist. */
  forgetCopies(namespace: string): void {
    this.listed?.copies.forget(namespace);
  }

  /** Stops buffering, once the app cluster's cache has synced: from then on copies find their objects there. */
  stopBuffering(): void {
    this.listed = undefined;
  }
}
