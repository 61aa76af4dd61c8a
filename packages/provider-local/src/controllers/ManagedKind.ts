/** The interface between the reconciler of managed resources and its kinds. */
import type { Cache, ReconcileContext, Resource } from '@klutch/kube';
import type { NewCondition } from '../resources/conditions';
import type { ManagedResource } from '../resources/managedResources';

/** The observed state of the external resource behind a managed resource. */
export interface ManagedStatus<T extends ManagedResource> {
  atProvider?: NonNullable<T['status']>['atProvider'];
  ready: NewCondition;
  /** Conditions besides `Ready` and `Synced`. */
  extraConditions?: NewCondition[];
  /** Why the spec is not applied, although `atProvider` is known. */
  error?: unknown;
}

/** The part of a reconciler that is specific to a kind. */
export interface ManagedKind<T extends ManagedResource> {
  resource: Resource<T>;
  cache: Cache<T>;
  /** Applies the spec. `reportStatus` publishes progress. Throws when the spec cannot be applied yet. */
  reconcile(
    object: T,
    reportStatus: (status: ManagedStatus<T>) => Promise<unknown>,
    context: ReconcileContext,
  ): Promise<ManagedStatus<T>>;
  /** Removes the external resource. Throws while the removal is impossible. */
  remove(object: T, context: ReconcileContext): Promise<void>;
  /** `atProvider` during the removal. */
  atProviderWhileDeleting?(object: T): ManagedStatus<T>['atProvider'];
}
