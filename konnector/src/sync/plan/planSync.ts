/** The one change that brings an object and its copy closer to what they should be. Pure. */
import type { Unstructured } from '@klutch/kube';
import { isLasting } from '../../feedback/attempts';
import type { Feedback } from '../../feedback/objectCondition';
import { rejectedWaitMs } from '../../feedback/refusal';
import { annotations } from '../../markers';
import { hashOfIntent, isApplied, planCopy } from './intent';
import type { ApplyIntent, Change, SyncFacts, SyncPlan } from './model';
import { classifyOwnership, type Ownership } from '../../ownership/ownership';
import { patienceLeft } from './patience';
import { planMarker } from './planMarker';
import { planStatus } from './planStatus';
import { specFingerprint } from './settled';

const synced: Feedback = {
  state: 'Synced',
  message: 'The control plane has this object as it is here.',
};

/** What to do about the spec, before anything about the status. */
interface SpecPlan extends SyncPlan {
  /** The copy is ours, so its status is the object's. */
  showsStatus: boolean;
}

/** The shortest of the waits. */
const earliest = (...plans: SyncPlan[]): number | undefined => {
  const waits = plans.flatMap(({ againInMs }) => againInMs ?? []);
  return waits.length > 0 ? Math.min(...waits) : undefined;
};

/** Trouble with the spec comes before trouble with the status. */
const worseOf = (spec?: Feedback, status?: Feedback): Feedback | undefined =>
  status && (spec ?? synced).state === 'Synced' ? status : spec;

/** At most one change; once it is carried out, the next plan is made from its answer. Order: spec, then status. */
export function planSync(facts: SyncFacts): SyncPlan {
  const { showsStatus, ...spec } = planSpec(facts);
  if (spec.change) return spec;
  const status = planStatus(facts, {
    copy: showsStatus ? facts.copy : undefined,
    feedback: spec.feedback,
  });
  return {
    ...spec,
    ...status,
    feedback: worseOf(spec.feedback, status.feedback),
    againInMs: earliest(spec, status),
  };
}

/** Order: place, whose copy, dying copy, hold, copy. */
function planSpec(facts: SyncFacts): SpecPlan {
  const { object, copy, place, pins } = facts;
  if (place.at === 'waiting') return waiting(facts, place.why);
  if (place.at === 'impossible') {
    return { feedback: place.why, showsStatus: false };
  }
  const { marks } = place.target;
  const ownership = classifyOwnership(copy, { pins, marks, object });
  if (ownership.owner === 'other') {
    const { kind } = object;
    const { why, allowedBy } = ownership;
    const allow =
      allowedBy === undefined
        ? '.'
        : `, or let the operator annotate that object with ${annotations.adopt}=${allowedBy}.`;
    return {
      feedback: {
        state: 'Conflict',
        message: `The control plane has a ${kind} "${place.target.key.name}" already, and ${why}. It stays as it is. Use another name${allow}`,
      },
      showsStatus: false,
    };
  }
  // A copy that is on its way out is left alone; it is made anew when it is gone.
  if (copy?.metadata.deletionTimestamp) return { showsStatus: true };
  const held = refused(facts);
  const patch = planMarker(object);
  if (patch) {
    const hold: SpecPlan = {
      change: { change: 'hold', patch },
      showsStatus: false,
    };
    if (held || !facts.memory.rejected) return held ?? hold;
    return rejected(facts, planCopy(object, place.target, pins)) ?? hold;
  }
  const intent = planCopy(object, place.target, pins);
  if (copy && isSettled(intent, copy, facts)) {
    return { feedback: synced, showsStatus: true };
  }
  return (
    held ??
    rejected(facts, intent) ?? {
      change: changeOfCopy(intent, copy, ownership),
      showsStatus: false,
    }
  );
}

function changeOfCopy(
  intent: ApplyIntent,
  copy: Unstructured | undefined,
  ownership: Ownership,
): Change {
  if (!copy) return { change: 'create-copy', intent };
  const how = ownership.owner === 'us' ? ownership.how : undefined;
  if (how === 'reference') return { change: 'take-over', intent };
  if (how === 'adoptable') return { change: 'claim-released', intent };
  if (how === 'origin') return { change: 'claim-origin', intent };
  return { change: 'apply-copy', intent };
}

function waiting({ memory, nowMs }: SyncFacts, why: string): SpecPlan {
  const rest = patienceLeft(memory, nowMs);
  if (rest > 0) return { againInMs: rest, showsStatus: false };
  return {
    feedback: { state: 'WaitingForNamespace', message: why },
    showsStatus: false,
  };
}

/** A missing right, or a failure that lasts, is tried again after a while, not at every event. */
function refused({ memory, nowMs, copy }: SyncFacts): SpecPlan | undefined {
  const found = memory.refused;
  if (!found || found.until <= nowMs) return undefined;
  return {
    againInMs: found.until - nowMs,
    ...(isLasting(found) && { feedback: found.why }),
    showsStatus: copy !== undefined,
  };
}

/** The same intent is not sent again and again to a control plane that does not want it. */
function rejected(
  { memory, nowMs, copy }: SyncFacts,
  intent: ApplyIntent,
): SpecPlan | undefined {
  const found = memory.rejected;
  if (found?.hash !== hashOfIntent(intent)) return undefined;
  const rest = found.at + rejectedWaitMs - nowMs;
  if (rest <= 0) return undefined;
  return {
    againInMs: rest,
    feedback: { state: 'Rejected', message: found.message },
    showsStatus: copy !== undefined,
  };
}

/** Either all we want is there, or the server has made of it what it makes of it, and that did not change since. */
function isSettled(
  intent: ApplyIntent,
  copy: Unstructured,
  { memory }: SyncFacts,
): boolean {
  return (
    isApplied(intent, copy) ||
    (memory.settledSpec !== undefined &&
      memory.settledSpec === specFingerprint(intent, copy))
  );
}
