/** Claims that have been waiting too long. Pure functions. */
import type { Unstructured } from '@klutch/kube';
import { conditionOf, explain, isTrue } from '../conditions';
import { isPaused } from '../crossplane/isPaused';
import { referenceTo, type Problem } from '../Problem';
import type { ClaimTrace, TraceNode } from '../ClaimTracer';

/** The conditions that Crossplane sets on claims, composites and managed resources. */
const types = ['Synced', 'Ready'] as const;

const failingCondition = (object: Unstructured) =>
  types.find(type => !isTrue(object, type));

/** Since when a claim is waiting, in milliseconds since 1970; undefined when it is ready. */
export function waitingSince(claim: Unstructured): number | undefined {
  const { creationTimestamp, deletionTimestamp } = claim.metadata;
  const failing = failingCondition(claim);
  const since =
    deletionTimestamp ??
    (failing &&
      (conditionOf(claim, failing)?.lastTransitionTime ?? creationTimestamp));
  return since === undefined ? undefined : Date.parse(since);
}

/** Whether a claim has been waiting for longer than a time, and is not paused. */
export const isStuck = (
  claim: Unstructured,
  options: { now: number; afterMs: number },
): boolean =>
  !isPaused(claim) &&
  options.now - (waitingSince(claim) ?? Infinity) > options.afterMs;

/** The deepest object that waits; its own children are well, or there are none. */
function causeIn(node: TraceNode, isDeletion: boolean): TraceNode | undefined {
  for (const child of node.children) {
    const cause = causeIn(child, isDeletion);
    if (cause) return cause;
  }
  if (!node.object) return isDeletion ? undefined : node;
  const waits = isDeletion
    ? node.object.metadata.deletionTimestamp !== undefined
    : failingCondition(node.object) !== undefined;
  return waits ? node : undefined;
}

/** The deepest object of a claim that waits; undefined when none does. */
export function causeOf(trace: ClaimTrace): TraceNode | undefined {
  return causeIn(trace, trace.object.metadata.deletionTimestamp !== undefined);
}

const missingTexts = {
  NotFound: 'it does not exist',
  Forbidden: 'it may not be read',
  NotServed: 'its API is not served',
};

function describe(node: TraceNode, isDeletion: boolean): string {
  const { kind, name } = node.reference;
  if (!node.object) {
    const why = missingTexts[node.missing ?? 'NotFound'];
    return `${kind} ${name} is missing: ${why}.`;
  }
  if (isDeletion) {
    const finalizers = node.object.metadata.finalizers ?? [];
    return `${kind} ${name} waits for ${finalizers.join(', ') || 'its dependents'}. ${explain(conditionOf(node.object, 'Synced'))}`;
  }
  const failing = failingCondition(node.object) ?? 'Ready';
  return `${kind} ${name} is not ${failing}. ${explain(conditionOf(node.object, failing))}`;
}

/** The problem of a stuck claim, from the deepest object that waits. */
export function claimProblem(trace: ClaimTrace): Problem {
  const claim = trace.object;
  const isDeletion = claim.metadata.deletionTimestamp !== undefined;
  const cause = causeOf(trace) ?? trace;
  const { kind, name } = cause.reference;
  return {
    severity: 'error',
    object: referenceTo(claim),
    message: `The ${isDeletion ? 'deletion of the claim does not end' : 'claim is not fulfilled'}. ${describe(cause, isDeletion)}`,
    remedy: isDeletion
      ? `Find out why ${kind} ${name} keeps its finalizers; do not remove them by hand, because the data behind it may stay.`
      : `Look at ${kind} ${name} and its events, and at the log of the controller that owns it.`,
  };
}
