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

const missing = {
  NotFound: { reason: 'ClaimPartMissing', text: 'it does not exist' },
  Forbidden: { reason: 'ClaimPartForbidden', text: 'it may not be read' },
  NotServed: { reason: 'ClaimPartNotServed', text: 'its API is not served' },
} as const;

type Cause = Pick<Problem, 'reason' | 'params' | 'message'>;

function describe(node: TraceNode, isDeletion: boolean): Cause {
  const { kind, name } = node.reference;
  const part = { kind, name };
  if (!node.object) {
    const { reason, text } = missing[node.missing ?? 'NotFound'];
    const message = `${kind} ${name} is missing: ${text}.`;
    return { reason, params: part, message };
  }
  if (isDeletion) {
    const finalizers = (node.object.metadata.finalizers ?? []).join(', ');
    const cause = explain(conditionOf(node.object, 'Synced'));
    return {
      reason: 'ClaimNotDeleted',
      params: { ...part, finalizers, cause },
      message: `${kind} ${name} waits for ${finalizers || 'its dependents'}. ${cause}`,
    };
  }
  const condition = failingCondition(node.object) ?? 'Ready';
  const cause = explain(conditionOf(node.object, condition));
  return {
    reason: 'ClaimNotReady',
    params: { ...part, condition, cause },
    message: `${kind} ${name} is not ${condition}. ${cause}`,
  };
}

/** The problem of a stuck claim, from the deepest object that waits. */
export function claimProblem(trace: ClaimTrace): Problem {
  const claim = trace.object;
  const isDeletion = claim.metadata.deletionTimestamp !== undefined;
  const cause = causeOf(trace) ?? trace;
  const { kind, name } = cause.reference;
  const { message, ...described } = describe(cause, isDeletion);
  const since = waitingSince(claim);
  return {
    severity: 'error',
    object: referenceTo(claim),
    ...described,
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    message: `The ${isDeletion ? 'deletion of the claim does not end' : 'claim is not fulfilled'}. ${message}`,
    remedy: isDeletion
      ? `Find out why ${kind} ${name} keeps its finalizers; do not remove them by hand, because the data behind it may stay.`
      : `Look at ${kind} ${name} and its events, and at the log of the controller that owns it.`,
  };
}
