/** Reports on claimed objects: Events on the object of the app cluster, else an issue that its bindings report. */
import type { KubeObject, ReconcileContext, Resource } from '@klutch/kube';
import type { ClusterDisplayName } from '../../../feedback/ClusterDisplayName';
import { planRetry } from '../../../feedback/planRetry';
import type { EventRecorder } from '../../../feedback/eventRecorder';
import type { Feedback } from '../../../feedback/objectCondition';
import type { Refusal } from '../../../feedback/refusal';
import type { ReconcileResult } from '../../../feedback/IssueTracker';
import { isWriteStep, type ClaimStep } from '../plan/claimFacts';
import type { Pair } from '../ClaimedObjectWriter';
import type { ClaimedObjectMemories } from '../claimedObjectMemory';

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

/** The issue that a step shows when nothing is to be written. */
function issueOf(
  { step }: ClaimStep,
  consumer: KubeObject | undefined,
): ReconcileResult['issue'] {
  if (step === 'orphan') return { kind: 'orphans' };
  if (step === 'orphan-on-app-cluster') return { kind: 'orphansOnAppCluster' };
  return step === 'conflict' && consumer ? { kind: 'collisions' } : 'none';
}

/** Feedback on one claimed type. Keys are those of the app cluster. */
export class ClaimFeedback {
  constructor(
    private readonly options: {
      events: EventRecorder;
      resource: Resource;
      memories: ClaimedObjectMemories;
    },
  ) {}

  /**
   * Reports conflicts, orphans and recoveries that follow from a planned step. A step that writes shows none.
   * @returns milliseconds after which to requeue; undefined when that is not needed.
   */
  reportStep(
    step: ClaimStep,
    { Consumer, Provider }: Pair,
    key: string,
    result: ReconcileResult,
  ): number | undefined {
    if (step.step === 'nothing' && isLive(Consumer) && isLive(Provider)) {
      this.options.events.report(
        Consumer,
        'Synced',
        'The object is in sync with the control plane.',
      );
    }
    if (isWriteStep(step)) return undefined;
    this.options.memories.clear(key, 'failures');
    result.issue = issueOf(step, Consumer);
    if (step.step !== 'conflict' || !Consumer) return undefined;
    const { kind } = this.options.resource;
    this.options.events.report(
      Consumer,
      'Conflict',
      `The control plane has a ${kind} of this name, but ${step.why}. Both stay as they are. Rename this one, or remove it if it is not needed; that one may be in use.`,
    );
    return conflictCheckMs;
  }

  /** Reports a pair whose writes another client keeps reverting. */
  reportReverted(
    consumer: KubeObject | undefined,
    result: ReconcileResult,
  ): void {
    const message =
      'A webhook or another controller keeps reverting the sync of this object or its copy. The konnector leaves both as they are and tries again every minute.';
    this.report(consumer, { state: 'Conflict', message }, result);
  }

  /**
   * @returns true when the failure is handled: an immediate retry would give the same answer, or the cluster has
   *   been failing for long.
   */
  reportRefusal(
    { error, cluster, consumer }: FailedCall,
    key: string,
    context: Pick<ReconcileContext, 'requeueAfter' | 'logger'>,
    result: ReconcileResult,
  ): boolean {
    const { memories } = this.options;
    const retryPlan = planRetry(error, cluster, memories.of(key).failures);
    if (!retryPlan) return false;
    context.logger.warn(
      { err: error, cluster },
      'a cluster refused a claimed object, or failed to process it',
    );
    if (retryPlan.backoff)
      memories.change(key, { failures: retryPlan.backoff });
    context.requeueAfter(retryPlan.requeueAfterMs);
    if (!retryPlan.isReported) {
      result.problem = retryPlan.refusal.message;
      return true;
    }
    const why = {
      ...retryPlan.refusal,
      message: withRetryHint(retryPlan.refusal),
    };
    this.report(consumer, why, result);
    return true;
  }

  /** An Event on the object; without an object, an issue that its bindings report. */
  report(
    consumer: KubeObject | undefined,
    { state, message }: Feedback,
    result: ReconcileResult,
  ): void {
    result.issue = consumer ? 'none' : { kind: 'refused', why: message };
    if (consumer) this.options.events.report(consumer, state, message);
  }
}
