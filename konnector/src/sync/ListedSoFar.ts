import type { Unstructured } from '@klutch/kube';

/**
 * Objects of lists whose end has not come, by key of the app cluster: their caches do not show them before. At a start
 * both lists come at the same time, and each object has to find its counterpart to share parts with.
 */
export class ListedSoFar {
  private objects: Map<string, Unstructured> | undefined = new Map();

  /** Keeps an object, and gives it back. */
  keep(key: string | undefined, object: Unstructured): Unstructured {
    if (key !== undefined) this.objects?.set(key, object);
    return object;
  }

  get(key: string): Unstructured | undefined {
    return this.objects?.get(key);
  }

  /** The caches show what there is from now on: nothing is kept any more. */
  end(): void {
    this.objects = undefined;
  }
}
