/** One look at an AppClusterBinding: what its steps found, kept also when one of them failed. */
import type { NewCondition } from '@klutch/bind-api';
import { isAlreadyExists, isConflict } from '@klutch/kube';
import { falseCondition, type Refusal, type StepResult } from './conditions';

/** Collects verdicts; a step that throws becomes a verdict, too, and the failure is kept for the end. */
export class ReconcileAttempt {
  readonly conditions: NewCondition[] = [];
  /** What of the verdicts is a refusal, by type of condition. */
  readonly refusals: [type: string, refusal: Refusal][] = [];
  /** The cluster namespace, once it can be used. */
  namespace: string | undefined;
  /** Types of conditions that have nothing to say at this time. */
  readonly absentConditions: string[] = [];
  /** The first one. */
  failure: unknown;

  /** Runs a step; one that finds nothing to say takes its condition away. */
  async runStep(
    type: string,
    reason: string,
    run: () => Promise<StepResult | undefined>,
  ): Promise<void> {
    try {
      const result = await run();
      if (!result) {
        this.absentConditions.push(type);
        return;
      }
      const { refusals = [], ...condition } = result;
      this.conditions.push(condition);
      this.refusals.push(
        ...refusals.map(one => [type, one] as [string, Refusal]),
      );
    } catch (error) {
      this.failure ??= error;
      // Somebody was faster, or this is a late cache: the next look sees what is there.
      if (isConflict(error) || isAlreadyExists(error)) return;
      const message = error instanceof Error ? error.message : String(error);
      this.conditions.push(
        falseCondition(
          type,
          reason,
          `${message} This is tried again by itself; if it stays, look at the log of the binding backend.`,
        ),
      );
    }
  }
}
