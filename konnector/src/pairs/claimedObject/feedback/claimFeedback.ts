/** Reports on claimed objects: Events on the object of the app cluster, and issues of its bindings. */
import type { KubeObject, ReconcileContext, Resource } from '@klutch/kube';
import type { ClusterDisplayName } from '../../../feedback/ClusterDisplayName';
import { planRetry } from '../../../feedback/planRetry';
import type { EventRecorder } from '../../../feedback/eventRecorder';
import type { Feedback } from '../../../feedback/objectCondition';
import type { Refusal } from '../../../feedback/refusal';
import type { ScanResult } from '../../../feedback/IssueTracker';
import type { IssueCounters } from '../../../feedback/IssueCounters';
import { isWriteStep, type ClaimStep } from '../plan/claimFacts';
import type { Pair } from '../ClaimedObjectWriter';
import type { PairMemories } from '../PairMemories';

/** Requeue delay of a conflict, because nothing notifies when the conflicting object is removed; milliseconds. */
const conflictCheckMs = 60_000;

const isLive = (object: KubeObject | undefined): object is KubeObject =>
  object !== undefined && !object.metadata.deletionTimestamp;

const withRetryHint = ({ state, message }: Refusal): string =>
  state === 'Rejected'
    ? `${message} The konnector tries again when the original changes.`
    : message;

/** A read or a write that failed. */
export interface FailedCall {
  error: unknown;
  /** The cluster that returned the error. */
  cluster: ClusterDisplayName;
  /** The object of the app cluster, if there is one. */
  consumer: KubeObject | undefined;
}

/** Feedback on one claimed type. Keys are those of the app cluster. */
export class ClaimFeedback {
  constructor(
    private readonly options: {
      events: EventRecorder;
      issueCounters: IssueCounters;
      resource: Resource;
      memories: PairMemories;
    },
  ) {}

  /**
   * Reports conflicts, orphans and recoveries that follow from a planned step.
   * @returns milliseconds after which to requeue; undefined when that is not needed.
   */
  reportStep(step: ClaimStep, pair: Pair, key: string): number | undefined {
    const { Consumer, Provider } = pair;
    const { memories, issueCounters } = this.options;
    if (step.step === 'nothing' && isLive(Consumer) && isLive(Provider)) {
      this.options.events.report(
        Consumer,
        'Synced',
        'The object is in sync with the control plane.',
      );
    }
    const isTerminal = !isWriteStep(step);
    if (isTerminal) memories.update(key, { failures: undefined });
    const { orphans, orphansOnAppCluster, collisions, refused } = issueCounters;
    if (isTerminal || Consumer) refused.resolve(key);
    if (step.step !== 'orphan') orphans.resolve(key);
    if (step.step !== 'orphan-on-app-cluster') orphansOnAppCluster.resolve(key);
    if (step.step !== 'conflict') collisions.resolve(key);
    if (step.step === 'orphan') return orphans.add(key);
    if (step.step === 'orphan-on-app-cluster')
      return orphansOnAppCluster.add(key);
    if (step.step !== 'conflict' || !Consumer) return undefined;
    const { kind } = this.options.resource;
    collisions.add(key);
    this.report(key, Consumer, {
      state: 'Conflict',
      message: `The control plane has a ${kind} of this name, but ${step.why}. Both stay as they are. Rename this one, or remove it if it is not needed; that one may be in use.`,
    });
    return conflictCheckMs;
  }

  /** Reports an object that cannot have a copy, whatever its content. */
  reportImpossible(key: string, consumer: KubeObject, why: Feedback): void {
    this.options.issueCounters.resolve(key);
    this.report(key, consumer, why);
  }

  /** Reports a pair whose writes another client keeps reverting. */
  reportReverted(key: string, consumer: KubeObject | undefined): void {
    const message =
      'A webhook or another controller keeps reverting the sync of this object or its copy. The konnector leaves both as they are and tries again every minute.';
    if (consumer) this.report(key, consumer, { state: 'Conflict', message });
    else this.options.issueCounters.refused.add(key, message);
  }

  /** Clears a refusal when the namespace or the type is missing: the object was not refused then. */
  clearRefusal(key: string): void {
    this.options.issueCounters.refused.resolve(key);
  }

  /**
   * @returns true when the failure is handled: an immediate retry would give the same answer, or the cluster has
   *   been failing for long.
   * @param scanResult - of the key; records the failure while it is not reported yet.
   */
  reportRefusal(
    { error, cluster, consumer }: FailedCall,
    key: string,
    context: Pick<ReconcileContext, 'requeueAfter' | 'logger'>,
    scanResult: ScanResult,
  ): boolean {
    const { memories } = this.options;
    const retryPlan = planRetry(error, cluster, memories.of(key).failures);
    if (!retryPlan) return false;
    context.logger.warn(
      { err: error, cluster },
      'a cluster refused a claimed object, or failed to process it',
    );
    if (retryPlan.backoff)
      memories.update(key, { failures: retryPlan.backoff });
    context.requeueAfter(retryPlan.requeueAfterMs);
    if (!retryPlan.isReported) {
      scanResult.problem = retryPlan.refusal.message;
      return true;
    }
    const why = {
      ...retryPlan.refusal,
      message: withRetryHint(retryPlan.refusal),
    };
    if (consumer) this.report(key, consumer, why);
    else this.options.issueCounters.refused.add(key, why.message);
    return true;
  }

  /**
   * Call when there is nothing to report on this key any more.
   * @param consumer - the object of the app cluster, if there is one.
   */
  forget(key: string, consumer: KubeObject | undefined): void {
    this.options.issueCounters.resolve(key);
    if (consumer) this.options.events.forget(consumer);
  }

  /** An Event on the object replaces the issue in the binding. */
  private report(key: string, consumer: KubeObject, why: Feedback): void {
    this.options.issueCounters.refused.resolve(key);
    this.options.events.report(consumer, why.state, why.message);
  }
}
