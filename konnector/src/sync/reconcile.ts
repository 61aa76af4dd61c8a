/** The one reconcile of a synced object: deletion, service namespace, whose copy, finalizer, spec up, status down. */
import {
  apiServiceNamespaceResource,
  fieldManagers,
  finalizers,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  isForbidden,
  parseKey,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import { FreshView } from '../freshView';
import { annotations } from '../markers';
import { deleteCopy } from './deleteCopy';
import { ObjectMemories } from './objectMemory';
import { classifyOwnership } from './ownership';
import { planMarker } from './planMarker';
import { wroteConsumer, type Run, type SyncParts } from './run';
import { specUp } from './specUp';
import { statusDown } from './statusDown';

/** How long an object waits for its service namespace before its owner is told; milliseconds. */
const patienceMs = 5_000;
/** A deletion on the control plane wakes us by its event; this is for the case that nobody may see it; milliseconds. */
const deletionCheckMs = 30_000;
/** How often a missing right on the app cluster is tried again; milliseconds. */
const forbiddenCheckMs = 60_000;

/** The reconcile of one API. */
export interface SyncReconcile {
  /** Keys are `namespace/name` of the app cluster. */
  reconcile(key: string, context: ReconcileContext): Promise<void>;
  /** What was rejected may be accepted now; returns the keys to look at again. */
  schemaChanged(): string[];
}

/** Makes the reconcile of one API. */
export function createSyncReconcile(parts: SyncParts): SyncReconcile {
  const consumerView = new FreshView<Unstructured>();
  const providerView = new FreshView<Unstructured>();
  const memories = new ObjectMemories();

  return {
    schemaChanged: () => memories.forgetRejections(),
    async reconcile(key, context) {
      const { namespace = '', name } = parseKey(key);
      const cached = parts.consumers.get(key);
      const { object, rememberedForMs } = consumerView.see(key, cached);
      if (rememberedForMs) context.requeueAfter(rememberedForMs);
      // Nothing on the app cluster is no order to do anything on the control plane.
      if (!object) {
        memories.forget(key);
        return;
      }
      const memory = memories.of(key);
      const run: Run = {
        parts,
        key,
        namespace,
        name,
        memory,
        context,
        cached,
        consumerView,
        providerView,
      };
      await sync(run, await fresh(run, object));
    },
  };
}

async function sync(run: Run, object: Unstructured): Promise<void> {
  const { parts, namespace, name, context } = run;
  if (object.metadata.deletionTimestamp) {
    await remove(run, object);
    return;
  }
  const serviceNamespace = parts.serviceNamespaces.of(namespace);
  if (!serviceNamespace) {
    await waitForNamespace(run, object);
    return;
  }
  run.memory.waitingSince = undefined;
  const copies = parts.providers.of(namespace);
  if (!copies) return;

  const copyKey = `${serviceNamespace}/${name}`;
  const cached = copies.get(copyKey);
  const { object: live, rememberedForMs } = run.providerView.see(
    copyKey,
    cached,
  );
  if (rememberedForMs) context.requeueAfter(rememberedForMs);
  const ownership = classifyOwnership(live, parts.pins);
  if (ownership.owner === 'other') {
    tellConflict(run, object, ownership.why);
    return;
  }
  // A copy that is on its way out is left alone; it is made anew when it is gone.
  if (live?.metadata.deletionTimestamp) {
    await statusDown(run, object, live);
    return;
  }
  const marked = await mark(run, object);
  if (!marked) return;
  const found = { serviceNamespace, cached, live, ownership };
  const applied = await specUp(run, marked, found);
  if (applied) await statusDown(run, marked, applied);
}

/** The object as the API server shows it under its present schema, when that may matter. */
async function fresh(
  { parts, memory, namespace, name }: Run,
  object: Unstructured,
): Promise<Unstructured> {
  if (!memory.readLive) return object;
  const live = await parts.consumerClient.get(parts.resource, {
    namespace,
    name,
  });
  memory.readLive = false;
  return live ?? object;
}

async function remove(run: Run, object: Unstructured): Promise<void> {
  const { parts, namespace, name, context } = run;
  if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
  const outcome = await deleteCopy({
    ...parts,
    key: { namespace, name },
    expectedUid: object.metadata.uid,
    serviceNamespace: () => liveServiceNamespace(parts, namespace),
  });
  if (outcome.done === 'delete-copy') {
    context.logger.info({}, 'deleted the copy, as the object is deleted');
  }
  if (outcome.done !== 'release') {
    context.requeueAfter(deletionCheckMs);
    return;
  }
  wroteConsumer(run, outcome.released);
  if (!outcome.kept) return;
  context.logger.warn({ why: outcome.kept }, 'released, the copy is kept');
  parts.events.report(
    object,
    'CopyKept',
    `The copy on the control plane is kept: ${outcome.kept}.`,
  );
}

/** Asked live: a deletion must not rest on what was true a moment ago. */
async function liveServiceNamespace(
  { providerClient, clusterNamespace }: SyncParts,
  name: string,
): Promise<string | undefined> {
  const found = await providerClient.get<APIServiceNamespace>(
    apiServiceNamespaceResource,
    { namespace: clusterNamespace, name },
  );
  return found?.status?.namespace || undefined;
}

async function waitForNamespace(run: Run, object: Unstructured): Promise<void> {
  const { parts, memory, namespace, context } = run;
  memory.waitingSince ??= Date.now();
  await parts.serviceNamespaces.request(namespace);
  const rest = memory.waitingSince + patienceMs - Date.now();
  if (rest > 0) {
    context.requeueAfter(rest);
    return;
  }
  parts.events.report(
    object,
    'WaitingForNamespace',
    parts.serviceNamespaces.whyMissing(namespace),
  );
}

function tellConflict(
  { parts, name }: Run,
  object: Unstructured,
  why: string,
): void {
  parts.events.report(
    object,
    'Conflict',
    `The control plane has a ${parts.resource.kind} "${name}" already, and ${why}. It stays as it is. Use another name, or let the operator annotate that object with ${annotations.adopt}=true.`,
  );
}

/** Finalizer and marker first: from then on the object cannot vanish without us. */
async function mark(
  run: Run,
  object: Unstructured,
): Promise<Unstructured | undefined> {
  const { parts, namespace, name, context } = run;
  const patch = planMarker(object);
  if (!patch) return object;
  try {
    const written = await parts.consumerClient.mergePatch(
      parts.resource,
      { namespace, name },
      patch,
      { fieldManager: fieldManagers.marker },
    );
    wroteConsumer(run, written);
    return written.metadata.deletionTimestamp ? undefined : written;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    context.requeueAfter(forbiddenCheckMs);
    parts.events.report(
      object,
      'Forbidden',
      `The konnector may not change this object on the app cluster: ${error.message}`,
    );
    return undefined;
  }
}
