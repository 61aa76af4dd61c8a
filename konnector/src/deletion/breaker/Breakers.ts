/** The deletion breakers of all bindings. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { BindingBreaker, type WriteBinding } from './BindingBreaker';
import type { Breaker } from './Breaker';
import type { DeletionLimits } from './planBreaker';

/** Access to bindings. */
export interface BindingStore {
  get(key: string): { object: APIServiceBinding | undefined };
  patchMetadata: WriteBinding;
}

/** Breakers by binding. */
export class Breakers {
  private readonly breakers = new Map<string, BindingBreaker>();

  /** @param options.changed - called with the binding whose breaker tripped. */
  constructor(
    private readonly options: {
      store: BindingStore;
      limits: DeletionLimits;
      changed: (binding: string) => void;
    },
  ) {}

  /** The breaker of a binding, given as `namespace/name`. */
  of(binding: string): Breaker & Pick<BindingBreaker, 'review'> {
    const present = this.breakers.get(binding);
    if (present) return present;
    const { store, limits, changed } = this.options;
    const breaker = new BindingBreaker({
      getBinding: () => store.get(binding).object,
      writeBinding: (object, change) => store.patchMetadata(object, change),
      limits,
      changed: () => changed(binding),
    });
    this.breakers.set(binding, breaker);
    return breaker;
  }
}
