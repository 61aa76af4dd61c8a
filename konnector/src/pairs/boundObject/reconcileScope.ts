/** State that the steps of a reconcile share: the state of one API, and the scope of one reconcile of one object. */
import type {
  Cache,
  ObjectKey,
  ReconcileContext,
  Unstructured,
} from '@klutch/kube';
import type { ProviderCache } from '../../providerCaches/ProviderCache';
import type { ReconcileResult } from '../../feedback/IssueTracker';
import type { MutationCache } from '../../mutationCache';
import type { CopyLocation } from '../../mapping/Mapping';
import type { LeadershipStart } from '../../leaderElection/leadershipStart';
import type { SyncMetrics } from '../../metrics/syncMetrics';
import type { ObjectMemories } from './memory/objectMemory';
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { PairParts } from '../PairController';
import type { SchemaShape } from './plan/model';

export interface BoundObjectOptions extends PairParts {
  /** Name of the CRD, `<plural>.<group>`; also of the binding, and of the type in the engine. */
  crdName: string;
  shape: SchemaShape;
  breaker: Breaker;
}

/** State of one API's sync, including our own writes. */
export interface SyncState extends BoundObjectOptions {
  consumers: Cache<Unstructured>;
  providers: ProviderCache<Unstructured>;
  /** Writes on the app cluster; keys are `namespace/name` there, or `name`. */
  consumerMutations: MutationCache<Unstructured>;
  /** Writes on the control plane; keys are those of the copies. */
  providerMutations: MutationCache<Unstructured>;
  /** By key on the app cluster. */
  memories: ObjectMemories;
  /** Leadership start relative to the app cluster's resourceVersions. */
  leadershipStart: LeadershipStart;
  syncMetrics: SyncMetrics;
  /** Set while no object can have a copy, regardless of its name. */
  refusal: () => Extract<CopyLocation, { at: 'impossible' }> | undefined;
}

export interface ReconcileScope {
  state: SyncState;
  /** `namespace/name` on the app cluster, or `name`. */
  key: string;
  /** The parsed key; without a namespace for cluster-scoped objects. */
  objectKey: ObjectKey;
  context: ReconcileContext;
  result: ReconcileResult;
  /** The object under its current schema, if read live in this reconcile. */
  live?: Unstructured;
}
