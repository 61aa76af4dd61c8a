/**
 * Collects the results of one reconciliation of an AppClusterBinding; results of earlier steps are kept when a step
 * fails.
 */
import type { NewCondition } from '@klutch/bind-api';
import { errorMessage, isConflictOrAlreadyExists } from '@klutch/kube';
import { falseCondition, type Refusal, type StepResult } from './conditions';

/** Collects conditions. A step that throws also yields a condition, and its error is kept for the end. */
export class ReconcileAttempt {
  readonly conditions: NewCondition[] = [];
  /** Refusals among the results, with the type of their condition. */
  readonly refusals: [type: string, refusal: Refusal][] = [];
  /** Name of the cluster namespace, once it is usable. */
  namespace: string | undefined;
  /** Types of conditions to remove. */
  readonly absentConditions: string[] = [];
  /** The first error that a step threw. */
  failure: unknown;

  /** Runs a step; a step without a result removes its condition. */
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
      // A conflict means a concurrent write or a stale cache: the next reconciliation reads the current state.
      if (isConflictOrAlreadyExists(error)) return;
      this.conditions.push(
        falseCondition(
          type,
          reason,
          `${errorMessage(error)} The controller retries this automatically; if the error persists, check the log of the binding backend.`,
        ),
      );
    }
  }
}
