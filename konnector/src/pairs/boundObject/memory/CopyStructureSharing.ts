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

/** Makes each object share structure with its copy, and each copy with its object, as far as the caches have them. */
export class CopyStructureSharing {
  /**
   * @param options.object - reads the app cluster's cache by key.
   * @param options.copies - the caches of the control plane; called when an object is received.
   */
  constructor(
    private readonly options: {
      mapping: Pick<Mapping, 'locate' | 'consumerKeyAt'>;
      object: (key: string) => Unstructured | undefined;
      copies: () => Pick<ProviderCache<Unstructured>, 'get'>;
    },
  ) {}

  /** The projection of the app cluster's cache: shares structure with the copy. */
  shareObject(object: Unstructured): Unstructured {
    const { mapping, copies } = this.options;
    const copyLocation = mapping.locate(parseKey(keyOf(object)));
    return copyLocation.at === 'ready'
      ? shareStructure(object, copies().get(copyLocation.key))
      : object;
  }

  /** The projection of the control plane's cache: shares structure with the object. */
  shareCopy(copy: Unstructured): Unstructured {
    const { mapping, object } = this.options;
    const { namespace, name = '' } = copy.metadata;
    const key = mapping.consumerKeyAt({ namespace, name });
    return key === undefined ? copy : shareStructure(copy, object(key));
  }
}
