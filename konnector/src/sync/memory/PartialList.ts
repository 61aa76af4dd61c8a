import { parseKey, type Unstructured } from '@klutch/kube';

const namespaceOf = (key: string): string => parseKey(key).namespace ?? '';

/** Objects of lists whose end has not come, by key of the app cluster: their caches do not show them before. */
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

  /** Its cache shows what there is in a namespace, or nothing does any more. */
  forget(namespace: string): void {
    this.byNamespace.delete(namespace);
  }
}
