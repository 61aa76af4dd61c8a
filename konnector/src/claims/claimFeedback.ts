/** What people are told about claimed objects: Events on the app cluster's object, warnings in the log. */
import type { ReconcileContext, Unstructured } from '@klutch/kube';
import type { EventRecorder } from '../feedback/eventRecorder';
import { classifyRefusal, rejectedWaitMs } from '../sync/failures';
import type { ClaimStep } from './claimFacts';

/** How often a conflict is looked at again, as nothing tells when the other object goes; milliseconds. */
const conflictCheckMs = 60_000;
/** The same for rights that are missing. */
const forbiddenCheckMs = 60_000;

/** Of one claimed type. */
export class ClaimFeedback {
  /** Keys of copies whose original is missing, that were told. */
  private readonly orphans = new Set<string>();

  constructor(
    private readonly events: EventRecorder,
    private readonly kind: string,
  ) {}

  /** Says of a planned step what nobody would see otherwise. */
  tell(
    step: ClaimStep,
    consumer: Unstructured | undefined,
    key: string,
    context: ReconcileContext,
  ): void {
    if (step.step === 'conflict' && consumer) {
      context.requeueAfter(conflictCheckMs);
      this.events.report(
        consumer,
        'Conflict',
        `The control plane has a ${this.kind} of this name, but ${step.why}. Both stay as they are. Rename or remove one of them.`,
      );
    }
    if (step.step !== 'orphan') this.orphans.delete(key);
    else if (!this.orphans.has(key)) {
      this.orphans.add(key);
      context.logger.warn(
        { key },
        'a claimed object is gone from the app cluster and nobody was seen to delete it: its copy on the control plane stays',
      );
    }
  }

  /** True when a failed write need not be tried again at once, because the answer would be the same. */
  refused(
    error: unknown,
    consumer: Unstructured | undefined,
    context: ReconcileContext,
  ): boolean {
    const refusal = classifyRefusal(error);
    if (refusal.refused === 'no') return false;
    const forbidden = refusal.refused === 'forbidden';
    const why = error instanceof Error ? error.message : 'unknown reason';
    context.requeueAfter(forbidden ? forbiddenCheckMs : rejectedWaitMs);
    context.logger.warn({ err: error }, 'a claimed object may not be written');
    if (consumer) {
      this.events.report(
        consumer,
        forbidden ? 'Forbidden' : 'Rejected',
        `It cannot be kept in step with the other cluster: ${why}`,
      );
    }
    return true;
  }

  /** There is nothing to be told of this key any more. */
  forget(key: string): void {
    this.orphans.delete(key);
  }
}
