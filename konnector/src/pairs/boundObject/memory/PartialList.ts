import { parseKey, type Unstructured } from '@klutch/kube';

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
