/** What is done with the pairs of a `PairController`. */
import type { CacheChange, KubeObject, ReconcileContext } from '@klutch/kube';
import type { Failure } from '../failure';
import type { ReconcileResult } from '../feedback/IssueTracker';

/** The policy for one type of pairs. Keys are those of the app cluster. */
export interface PairPolicy<T extends KubeObject> {
  /** Reconciles one pair. Never runs concurrently for the same key. */
  reconcile(
    key: string,
    context: ReconcileContext,
    result: ReconcileResult,
  ): Promise<void>;
  /** An object of the app cluster changed. Returns false when the pair need not be reconciled. */
  consumerChanged?(change: CacheChange<T>): boolean;
  /** An object of the control plane changed. Returns false when the pair need not be reconciled. */
  providerChanged?(change: CacheChange<T>): boolean;
  /** Why something else that a reconcile needs cannot be had. */
  failure?(): Failure | undefined;
}
