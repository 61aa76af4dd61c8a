/**
 * Shares the equal parts of an object and its copy between the caches, to save
 * memory.
 */
import { keyOf, parseKey, type Unstructured } from '@klutch/kube';
import type { ProviderCache } from '../../providerCaches/ProviderCache';
import type { Mapping } from '../../mapping/Mapping';
import { PartialList } from './PartialList';
import { withSharedParts } from './sharedParts';

/** Options of {@link Counterparts}. */
export interface CounterpartsOptions {
  mapping: Pick<Mapping, 'locate' | 'consumerKeyAt'>;
  /** Reads the app cluster's cache by key. */
  object: (key: string) => Unstructured | undefined;
  /**
   * The caches of the control plane; called when an object or a copy is
   * received.
   */
  copies: () => Pick<ProviderCache<Unstructured>, 'get' | 'hasSynced'>;
}

/**
 * Makes each object share parts with its copy, and each copy with its object.
 * At the start both lists arrive at the same time, and caches show nothing
 * before a list is complete, so received objects are buffered here until then.
 */
export class Counterparts {
  private listed: { objects: PartialList; copies: PartialList } | undefined = {
    objects: new PartialList(),
    copies: new PartialList(),
  };

  constructor(private readonly options: CounterpartsOptions) {}

  /** An object of the app cluster, as its cache keeps it. */
  sharedObject(object: Unstructured): Unstructured {
    const { mapping, copies } = this.options;
    const key = keyOf(object);
    const copyLocation = mapping.locate(parseKey(key));
    const copy =
      (copyLocation.at === 'ready'
        ? copies().get(copyLocation.key)
        : undefined) ?? this.listed?.copies.get(key);
    const kept = withSharedParts(object, copy);
    this.listed?.objects.add(key, kept);
    return kept;
  }

  /** A copy, as its cache keeps it. */
  sharedCopy(copy: Unstructured): Unstructured {
    const { mapping, object, copies } = this.options;
    const { namespace, name = '' } = copy.metadata;
    const copyKey = { namespace, name };
    const key = mapping.consumerKeyAt(copyKey);
    if (key === undefined) return copy;
    const kept = withSharedParts(
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

  /**
   * Drops the buffered copies of an app cluster namespace, once their cache has
   * synced or they no longer exist.
   */
  forgetCopies(namespace: string): void {
    this.listed?.copies.forget(namespace);
  }

  /**
   * Stops buffering, once the app cluster's cache has synced: from then on
   * copies find their objects there.
   */
  stopBuffering(): void {
    this.listed = undefined;
  }
}
