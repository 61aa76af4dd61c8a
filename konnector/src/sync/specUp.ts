/** Brings the copy on the control plane to what the app cluster object says, with one server-side apply or none. */
import { fieldManagers } from '@klutch/bind-api';
import { isConflict, type Unstructured } from '@klutch/kube';
import {
  classifyRefusal,
  forbiddenWaitMs,
  rejectedWaitMs,
  tellForbiddenFrom,
} from './failures';
import { hashOfIntent, isApplied, planCopy, type ApplyIntent } from './intent';
import { takeOverFields } from './managedFields';
import type { ObjectMemory } from './objectMemory';
import type { Ownership } from './ownership';
import { hashOf } from './projection';
import type { Run } from './run';

/** The copy as it was found. */
export interface FoundCopy {
  serviceNamespace: string;
  /** What the cache says. */
  cached: Unstructured | undefined;
  /** The same, corrected by our own writes. */
  live: Unstructured | undefined;
  ownership: Ownership;
}

const syncedMessage = 'The control plane has this object as it is here.';
/** When somebody else was faster with the name: how long until the watch shows it; milliseconds. */
const lookAgainMs = 1_000;

/** The copy as it is afterwards; undefined when there is none. A refusal is told to the user, not thrown. */
export async function specUp(
  run: Run,
  object: Unstructured,
  copy: FoundCopy,
): Promise<Unstructured | undefined> {
  const { parts, memory } = run;
  const { live, serviceNamespace } = copy;
  const intent = planCopy(
    object,
    { apiVersion: object.apiVersion, namespace: serviceNamespace },
    parts.pins,
  );
  if (live && isSettled(intent, live, memory)) {
    memory.rejected = undefined;
    parts.events.report(object, 'Synced', syncedMessage);
    return live;
  }
  if (isRejected(run, hashOfIntent(intent))) return live;
  try {
    const written = await apply(run, intent, copy);
    memory.rejected = undefined;
    memory.forbidden = 0;
    memory.settled.spec = fingerprintOf(intent, written);
    run.providerView.wrote(
      `${serviceNamespace}/${run.name}`,
      copy.cached,
      written,
    );
    parts.events.report(object, 'Synced', syncedMessage, { news: !live });
    return written;
  } catch (error) {
    tellRefusal(run, object, hashOfIntent(intent), live, error);
    return live;
  }
}

async function apply(
  { parts }: Run,
  intent: ApplyIntent,
  { live, ownership }: FoundCopy,
): Promise<Unstructured> {
  const { providerClient, resource } = parts;
  if (ownership.owner === 'us' && ownership.how === 'reference') {
    await takeOverFields(providerClient, resource, intent.metadata);
  }
  return providerClient.apply(resource, withIdentity(intent, live), {
    fieldManager: fieldManagers.spec,
    // Without force on creation: whoever was faster with that name keeps it.
    force: live !== undefined,
  });
}

/** @throws what is worth repeating. */
function tellRefusal(
  { parts, memory, context }: Run,
  object: Unstructured,
  hash: string,
  live: Unstructured | undefined,
  error: unknown,
): void {
  if (!live && isConflict(error)) {
    context.requeueAfter(lookAgainMs);
    return;
  }
  const refusal = classifyRefusal(error);
  if (refusal.refused === 'no') throw error;
  context.logger.warn({ err: error }, 'the control plane refused the copy');
  if (refusal.refused === 'rejected') {
    memory.rejected = { hash, at: Date.now() };
    context.requeueAfter(rejectedWaitMs);
    parts.events.report(object, 'Rejected', refusal.message);
    return;
  }
  memory.forbidden += 1;
  context.requeueAfter(forbiddenWaitMs(memory.forbidden));
  if (memory.forbidden >= tellForbiddenFrom) {
    parts.events.report(object, 'Forbidden', refusal.message);
  }
}

/** The same intent is not sent again and again to a control plane that does not want it. */
function isRejected({ memory, context }: Run, hash: string): boolean {
  if (memory.rejected?.hash !== hash) return false;
  const rest = memory.rejected.at + rejectedWaitMs - Date.now();
  if (rest <= 0) return false;
  context.requeueAfter(rest);
  return true;
}

/** An apply that carries the UID can only meet the object that was looked at. */
function withIdentity(
  intent: ApplyIntent,
  live: Unstructured | undefined,
): ApplyIntent {
  if (!live) return intent;
  return {
    ...intent,
    metadata: { ...intent.metadata, uid: live.metadata.uid },
  };
}

/** Either all we want is there, or the server has made of it what it makes of it, and that did not change since. */
function isSettled(
  intent: ApplyIntent,
  live: Unstructured,
  memory: ObjectMemory,
): boolean {
  return (
    isApplied(intent, live) ||
    memory.settled.spec === fingerprintOf(intent, live)
  );
}

/** Hash of our intent and of the live object without what changes by itself. */
function fingerprintOf(intent: ApplyIntent, live: Unstructured): string {
  const { metadata, status: _status, ...content } = live;
  const { labels, annotations } = metadata;
  return hashOf([hashOfIntent(intent), content, labels, annotations]);
}
