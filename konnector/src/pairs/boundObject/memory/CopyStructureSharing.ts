/**
 * Structural sharing between the caches of both clusters: the equal parts of an object and its copy are stored once.
 */
import { keyOf, parseKey, type Unstructured } from '@klutch/kube';
import { isJsonObject } from '../../../json/projection';
import type { ProviderCache } from '../../../providerCaches/ProviderCache';
import type { Mapping } from '../../../mapping/Mapping';

/**
 * Replaces the strings, lists and objects in `value` by those in `other` that equal them. Changes `value`, which nothing
 * else may use yet: with thousands of objects, a copy of each would be more garbage than what is shared.
 * @returns `other` if both are equal, else `value`.
 */
export function shareStructure<T>(value: T, other: unknown): T;
export function shareStructure(value: unknown, other: unknown): unknown {
  // Equal strings are two allocations; returning `other` frees that of `value`.
  if (Object.is(value, other)) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    value.forEach((item: unknown, index) => {
      value[index] = shareStructure(item, other[index]);
    });
    return value.length === other.length &&
      value.every((item, index) => Object.is(item, other[index]))
      ? other
      : value;
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const keys = Object.keys(value);
  let isEqual = keys.length === Object.keys(other).length;
  for (const key of keys) {
    if (Object.hasOwn(other, key)) {
      value[key] = shareStructure(value[key], other[key]);
      isEqual &&= Object.is(value[key], other[key]);
    } else isEqual = false;
  }
  return isEqual ? other : value;
}

/**
 * Makes each received object share structure with its copy, and each copy with its object, as far as the caches have
 * them.
 */
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
