import { parseKey, type Unstructured } from '@klutch/kube';

const namespaceOf = (key: string): string => parseKey(key).namespace ?? '';

/**
 * Objects of lists whose end has not come, by key of the app cluster: their caches do not show them before. At a start
 * both lists come at the same time, and each object has to find its counterpart to share parts with.
 */
export class ListedSoFar {
  /** By namespace. */
  private objects: Map<string, Map<string, Unstructured>> | undefined =
    new Map();

  /** Keeps an object, and gives it back. */
  keep(key: string | undefined, object: Unstructured): Unstructured {
    if (key === undefined || !this.objects) return object;
    const namespace = namespaceOf(key);
    const present = this.objects.get(namespace);
    if (present) present.set(key, object);
    else this.objects.set(namespace, new Map([[key, object]]));
    return object;
  }

  get(key: string): Unstructured | undefined {
    return this.objects?.get(namespaceOf(key))?.get(key);
  }

  /** Its cache shows what there is in a namespace, or nothing does any more. */
  forget(namespace: string): void {
    this.objects?.delete(namespace);
  }

  /** The caches show what there is from now on: nothing is kept any more. */
  end(): void {
    this.objects = undefined;
  }
}
