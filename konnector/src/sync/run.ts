/** What the steps of the reconcile share: the parts of one API, and one run for one object. */
import type {
  Cache,
  KubeClient,
  Namespace,
  ObjectKey,
  ReconcileContext,
  Unstructured,
} from '@klutch/kube';
import type { ProviderObjects } from '../copies/ProviderObjects';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { EventRecorder } from '../feedback/eventRecorder';
import type { ScanResult } from '../feedback/InitialScan';
import type { IssueCounters } from '../feedback/IssueCounters';
import type { MutationCache } from '../mutationCache';
import type { Mapping, CopyLocation } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import type { LeadershipStart } from '../leaderElection/leadershipStart';
import type { SchemaShape } from './plan/model';
import type { SyncMetrics } from '../metrics/syncMetrics';
import type { ObjectMemories } from './memory/objectMemory';

/** What one API is synced with. */
export interface SyncParts {
  mapping: Mapping;
  /** Name of the CRD, `<plural>.<group>`. */
  crdName: string;
  shape: SchemaShape;
  consumerClient: KubeClient;
  consumers: Cache<Unstructured>;
  /** Of the app cluster. */
  namespaces: Cache<Namespace>;
  providerClient: KubeClient;
  providers: ProviderObjects<Unstructured>;
  breaker: Breaker;
  pins: ClusterPins;
  events: EventRecorder;
}

/** What {@link SyncParts} and our own writes say of the objects. */
export interface SyncState {
  parts: SyncParts;
  /** Of the app cluster; keys are `namespace/name` there, or `name`. */
  consumerMutations: MutationCache<Unstructured>;
  /** Of the control plane; keys are those of the copies there. */
  providerMutations: MutationCache<Unstructured>;
  /** By key on the app cluster. */
  memories: ObjectMemories;
  /** Of the app cluster. */
  leadershipStart: LeadershipStart;
  /** What the binding tells of, by key on the app cluster. */
  issueCounters: IssueCounters;
  syncMetrics: SyncMetrics;
  /** Set while no object may have a copy, whatever its name. */
  refusal: () => Extract<CopyLocation, { at: 'impossible' }> | undefined;
}

/** What the caches said when a change was planned; answers are remembered against it. */
export interface Cached {
  object: Unstructured | undefined;
  copy: Unstructured | undefined;
}

/** One run for one object. */
export interface Run {
  state: SyncState;
  /** `namespace/name` on the app cluster, or `name`. */
  key: string;
  /** The same in parts; without a namespace for cluster-scoped objects. */
  objectKey: ObjectKey;
  context: ReconcileContext;
  scanResult: ScanResult;
  /** What the API server showed under its present schema, if it was asked. */
  live?: Unstructured;
}
