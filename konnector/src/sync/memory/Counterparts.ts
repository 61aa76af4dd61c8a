/** An object and its copy say nearly the same, so the caches hold what both say once. */
import { keyOf, parseKey, type Unstructured } from '@klutch/kube';
import type { ProviderObjects } from '../../copies/ProviderObjects';
import type { Mapping } from '../../mapping/Mapping';
import { PartialList } from './PartialList';
import { withSharedParts } from './sharedParts';

/** What {@link Counterparts} are made with. */
export interface CounterpartsOptions {
  mapping: Pick<Mapping, 'locate' | 'consumerKeyAt'>;
  /** What the cache of the app cluster shows, by key. */
  object: (key: string) => Unstructured | undefined;
  /** What the caches of the control plane show; asked for when an object or a copy comes. */
  copies: () => Pick<ProviderObjects<Unstructured>, 'get' | 'hasSynced'>;
}

/**
 * Has each object share parts with its copy, and each copy with its object. At a start both lists come at the same time,
 * and caches show nothing before a list has ended, so until then what has come is held here, too.
 */
export class Counterparts {
  private listed: { objects: PartialList; copies: PartialList } | undefined = {
    objects: new PartialList(),
    copies: new PartialList(),
  };

  constructor(private readonly options: CounterpartsOptions) {}

  /** An object of the app cluster, as its cache is to keep it. */
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

  /** A copy, likewise. */
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
    // What its cache shows need not be here, else all would stay here where the app cluster may not be listed.
    if (this.listed && !copies().hasSynced(copyKey)) {
      this.listed.copies.add(key, kept);
    }
    return kept;
  }

  /** The copies of a namespace of the app cluster show in their cache, or there is nothing of them any more. */
  forgetCopies(namespace: string): void {
    this.listed?.copies.forget(namespace);
  }

  /** The cache of the app cluster shows what there is: from now on copies find their objects there. */
  stopBuffering(): void {
    this.listed = undefined;
  }
}
