/** Plans the one change that brings an object and its copy closer to the desired state. Pure. */
import { finalizers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { failsPersistently } from '../../../feedback/backoff';
import type { Feedback } from '../../../feedback/objectCondition';
import { rejectedWaitMs } from '../../../feedback/refusal';
import { annotations } from '../../../markers';
import type { ObjectMemory } from '../memory/objectMemory';
import { hashOfIntent, isApplied, planCopy } from './intent';
import type { ApplyIntent, Change, SyncFacts, SyncPlan } from './model';
import {
  classifyOwnership,
  type Ownership,
} from '../../../ownership/ownership';
import { planStatus } from './planStatus';
import { specFingerprint } from './fingerprints';

/** How long an object waits for its service namespace before the wait is reported; milliseconds. */
const namespaceWaitMs = 5_000;
const synced: Feedback = {
  state: 'Synced',
  message: 'The copy on the control plane is up to date.',
};

/** Plan for the spec, which precedes the status. */
interface SpecPlan extends SyncPlan {
  /** The copy is ours, so its status is written to the object. */
  writesStatus: boolean;
}

/** The shortest of the waits. */
const earliest = (...plans: SyncPlan[]): number | undefined => {
  const waits = plans.flatMap(({ requeueAfterMs }) => requeueAfterMs ?? []);
  return waits.length > 0 ? Math.min(...waits) : undefined;
};

/** Problems with the spec take precedence over problems with the status. */
const worseOf = (spec?: Feedback, status?: Feedback): Feedback | undefined =>
  status && (spec ?? synced).state === 'Synced' ? status : spec;

/** At most one change; the next plan is made from its result. Order: spec, then status. */
export function planSync(facts: SyncFacts): SyncPlan {
  const { writesStatus, ...spec } = planSpec(facts);
  if (spec.change) return spec;
  const status = planStatus(facts, {
    copy: writesStatus ? facts.copy : undefined,
    feedback: spec.feedback,
  });
  return {
    ...spec,
    ...status,
    feedback: worseOf(spec.feedback, status.feedback),
    requeueAfterMs: earliest(spec, status),
  };
}

/** Checks in order: location, ownership, deletion of the copy, finalizer, content of the copy. */
function planSpec(facts: SyncFacts): SpecPlan {
  const { object, copy, copyLocation, pins } = facts;
  if (copyLocation.at === 'waiting') return waiting(facts, copyLocation.why);
  if (copyLocation.at === 'impossible') {
    return { feedback: copyLocation.why, writesStatus: false };
  }
  const { marks } = copyLocation.target;
  const ownership = classifyOwnership(copy, { pins, marks, object });
  if (ownership.owner === 'other') {
    const { kind } = object;
    const { why, allowedBy } = ownership;
    const allow =
      allowedBy === undefined
        ? '.'
        : `, or ask the operator of the control plane to annotate that object with ${annotations.adopt}=${allowedBy}.`;
    return {
      feedback: {
        state: 'Conflict',
        message: `The control plane already has a ${kind} "${copyLocation.target.key.name}", and ${why}. It stays as it is. Use another name${allow}`,
      },
      writesStatus: false,
    };
  }
  // A copy that is being deleted is not changed; it is recreated afterwards.
  if (copy?.metadata.deletionTimestamp) return { writesStatus: true };
  const refusedPlan = refused(facts);
  const patch = planEnsureFinalizer(object);
  if (patch) {
    const ensureFinalizerPlan: SpecPlan = {
      change: { change: 'ensure-finalizer', patch },
      writesStatus: false,
    };
    if (refusedPlan || !facts.memory.rejected)
      return refusedPlan ?? ensureFinalizerPlan;
    return (
      rejected(facts, planCopy(object, copyLocation.target, pins)) ??
      ensureFinalizerPlan
    );
  }
  const intent = planCopy(object, copyLocation.target, pins);
  if (copy && isUpToDate(intent, copy, facts)) {
    return { feedback: synced, writesStatus: true };
  }
  return (
    refusedPlan ??
    rejected(facts, intent) ?? {
      change: changeOfCopy(intent, copy, ownership),
      writesStatus: false,
    }
  );
}

/**
 * The one write to the app cluster object before its copy is created: merge patch with preconditions that adds our
 * finalizer and `bound` together, or undefined when the finalizer is present.
 */
export function planEnsureFinalizer(
  consumer: Unstructured,
): object | undefined {
  const present = consumer.metadata.finalizers ?? [];
  if (present.includes(finalizers.syncer)) return undefined;
  return {
    metadata: {
      uid: consumer.metadata.uid,
      resourceVersion: consumer.metadata.resourceVersion,
      finalizers: [...present, finalizers.syncer],
      annotations: { [annotations.bound]: 'true' },
    },
  };
}

function changeOfCopy(
  intent: ApplyIntent,
  copy: Unstructured | undefined,
  ownership: Ownership,
): Change {
  if (!copy) return { change: 'create-copy', intent };
  const how = ownership.owner === 'us' ? ownership.how : undefined;
  if (how === 'reference') return { change: 'take-over', intent };
  if (how === 'adoptable') return { change: 'adopt-released', intent };
  if (how === 'origin') return { change: 'adopt-origin', intent };
  return { change: 'apply-copy', intent };
}

/** Milliseconds until the wait for a service namespace is reported; 0 or less when due. */
export const remainingWaitMs = (
  { waitingSince }: Pick<ObjectMemory, 'waitingSince'>,
  nowMs: number,
): number => (waitingSince ?? nowMs) + namespaceWaitMs - nowMs;

function waiting({ memory, nowMs }: SyncFacts, why: string): SpecPlan {
  const remainingMs = remainingWaitMs(memory, nowMs);
  if (remainingMs > 0)
    return { requeueAfterMs: remainingMs, writesStatus: false };
  return {
    feedback: { state: 'WaitingForNamespace', message: why },
    writesStatus: false,
  };
}

/** Delays the retry after a missing right or a persistent failure, regardless of events. */
function refused({ memory, nowMs, copy }: SyncFacts): SpecPlan | undefined {
  const found = memory.refused;
  if (!found || found.retryAt <= nowMs) return undefined;
  return {
    requeueAfterMs: found.retryAt - nowMs,
    ...(failsPersistently(found) && { feedback: found.why }),
    writesStatus: copy !== undefined,
  };
}

/** Avoids sending a rejected intent repeatedly. */
function rejected(
  { memory, nowMs, copy }: SyncFacts,
  intent: ApplyIntent,
): SpecPlan | undefined {
  const found = memory.rejected;
  if (found?.hash !== hashOfIntent(intent)) return undefined;
  const remainingMs = found.at + rejectedWaitMs - nowMs;
  if (remainingMs <= 0) return undefined;
  return {
    requeueAfterMs: remainingMs,
    feedback: { state: 'Rejected', message: found.message },
    writesStatus: copy !== undefined,
  };
}

/** Either the copy contains the whole intent, or it is unchanged since the server stored something else. */
function isUpToDate(
  intent: ApplyIntent,
  copy: Unstructured,
  { memory }: SyncFacts,
): boolean {
  return (
    isApplied(intent, copy) ||
    (memory.storedSpecFingerprint !== undefined &&
      memory.storedSpecFingerprint === specFingerprint(intent, copy))
  );
}
