/** The one reconcile of a synced object: deletion, service namespace, whose copy, finalizer, spec up, status down. */
import {
  apiServiceNamespaceResource,
  fieldManagers,
  finalizers,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import {
  isConflict,
  isNotFound,
  parseKey,
  type Cache,
  type KubeClient,
  type ReconcileContext,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import type { EventRecorder } from '../events/eventRecorder';
import { FreshView } from '../freshView';
import type { ClusterPins } from '../markers';
import type { ServiceNamespaceCaches } from '../namespaces/serviceNamespaceCaches';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { deleteCopy } from './deleteCopy';
import {
  classifyRefusal,
  forbiddenWaitMs,
  tellForbiddenFrom,
} from './failures';
import { hashOfIntent, isApplied, planCopy, type ApplyIntent } from './intent';
import { takeOverFields } from './managedFields';
import { ObjectMemories, type ObjectMemory } from './objectMemory';
import { classifyOwnership, type Ownership } from './ownership';
import { planMarker } from './planMarker';
import { planStatus } from './planStatus';
import { hashOf } from './projection';

/** How long an object waits for its service namespace before its owner is told; milliseconds. */
const patienceMs = 5_000;

const syncedMessage = 'The control plane has this object as it is here.';

/** What the reconcile of one API works with. */
export interface SyncParts {
  resource: Resource;
  crdName: string;
  /** Does the synced version have a status subresource? */
  statusSubresource: boolean;
  consumerClient: KubeClient;
  consumers: Cache<Unstructured>;
  providerClient: KubeClient;
  providers: ServiceNamespaceCaches<Unstructured>;
  serviceNamespaces: ServiceNamespaces;
  clusterNamespace: string;
  pins: ClusterPins;
  events: EventRecorder;
  now?: () => number;
}

/** Makes the reconcile function. Keys are `namespace/name` of the app cluster. */
export function createSyncReconcile(parts: SyncParts) {
  const { resource, consumers, consumerClient, providerClient } = parts;
  const { events, pins, now = Date.now } = parts;
  const consumerView = new FreshView<Unstructured>(now);
  const providerView = new FreshView<Unstructured>(now);
  const memories = new ObjectMemories();

  return async function reconcile(
    key: string,
    context: ReconcileContext,
  ): Promise<void> {
    const { namespace = '', name } = parseKey(key);
    const cached = consumers.get(key);
    const seen = consumerView.see(key, cached);
    if (seen.rememberedForMs) context.requeueAfter(seen.rememberedForMs);
    const consumer = seen.object;
    // Nothing on the app cluster is no order to do anything on the control plane.
    if (!consumer) return memories.forget(key);
    const memory = memories.of(key);

    if (consumer.metadata.deletionTimestamp) return remove(consumer);

    const serviceNamespace = parts.serviceNamespaces.of(namespace);
    if (!serviceNamespace) return waitForNamespace(consumer);
    memory.waitingSince = undefined;
    const copies = parts.providers.of(namespace);
    if (!copies) return undefined;

    const copyKey = `${serviceNamespace}/${name}`;
    const copySeen = providerView.see(copyKey, copies.get(copyKey));
    if (copySeen.rememberedForMs) {
      context.requeueAfter(copySeen.rememberedForMs);
    }
    const copy = copySeen.object;
    const ownership = classifyOwnership(copy, pins);
    if (ownership.owner === 'other') {
      return events.report(
        consumer,
        'Conflict',
        `The control plane has a ${resource.kind} "${name}" already, and ${ownership.why}. It stays as it is. Use another name, or let the operator annotate that object with klutch.anynines.com/adopt=true.`,
      );
    }
    // A copy that is on its way out is left alone; it is made anew when it is gone.
    if (copy?.metadata.deletionTimestamp) {
      await statusDown(consumer, copy);
      return undefined;
    }
    const marked = await mark(consumer);
    if (!marked) return undefined;
    const intent = planCopy(
      marked,
      { apiVersion: marked.apiVersion, namespace: serviceNamespace },
      pins,
    );
    const applied = await specUp(marked, intent, copy, ownership);
    if (applied) await statusDown(marked, applied);
    return undefined;

    async function remove(object: Unstructured): Promise<void> {
      if (!object.metadata.finalizers?.includes(finalizers.syncer)) return;
      const outcome = await deleteCopy({
        consumerClient,
        providerClient,
        resource,
        crdName: parts.crdName,
        key: { namespace, name },
        expectedUid: object.metadata.uid,
        serviceNamespace: () => liveServiceNamespace(namespace),
        pins,
      });
      if (outcome.done === 'delete-copy') {
        context.logger.info({}, 'deleted the copy, as the object is deleted');
      }
      if (outcome.done !== 'release') return;
      consumerView.wrote(key, cached, outcome.released);
      if (!outcome.kept) return;
      context.logger.warn({ why: outcome.kept }, 'released, the copy is kept');
      events.report(
        object,
        'CopyKept',
        `The copy on the control plane is kept: ${outcome.kept}.`,
      );
    }

    async function waitForNamespace(object: Unstructured): Promise<void> {
      memory.waitingSince ??= now();
      await parts.serviceNamespaces.request(namespace);
      const rest = memory.waitingSince + patienceMs - now();
      if (rest > 0) return context.requeueAfter(rest);
      return events.report(
        object,
        'WaitingForNamespace',
        parts.serviceNamespaces.whyMissing(namespace),
      );
    }

    /** Finalizer and marker first: from then on the object cannot vanish without us. */
    async function mark(object: Unstructured) {
      const patch = planMarker(object);
      if (!patch) return object;
      const written = await consumerClient.mergePatch(
        resource,
        { namespace, name },
        patch,
        { fieldManager: fieldManagers.marker },
      );
      consumerView.wrote(key, cached, written);
      return written.metadata.deletionTimestamp ? undefined : written;
    }

    /** The copy as it is after everything we own on it says what it should; undefined when it does not. */
    async function specUp(
      object: Unstructured,
      wanted: ApplyIntent,
      live: Unstructured | undefined,
      owned: Ownership,
    ): Promise<Unstructured | undefined> {
      const hash = hashOfIntent(wanted);
      if (live && isSettled(wanted, live, memory)) {
        events.report(object, 'Synced', syncedMessage);
        return live;
      }
      if (memory.rejected === hash) return live;
      let written: Unstructured;
      try {
        if (owned.owner === 'us' && owned.how !== 'marked') {
          await takeOverFields(providerClient, resource, wanted.metadata);
        }
        written = await providerClient.apply(
          resource,
          withIdentity(wanted, live),
          // Without force on creation: whoever was faster with that name keeps it.
          { fieldManager: fieldManagers.spec, force: live !== undefined },
        );
      } catch (error) {
        return refused(object, hash, error, live);
      }
      memory.rejected = undefined;
      memory.forbidden = 0;
      memory.settled.spec = fingerprintOf(wanted, written);
      providerView.wrote(copyKey, copies?.get(copyKey), written);
      events.report(object, 'Synced', syncedMessage, { news: !live });
      return written;
    }

    function refused(
      object: Unstructured,
      hash: string,
      error: unknown,
      live: Unstructured | undefined,
    ): Unstructured | undefined {
      if (!live && isConflict(error)) {
        context.requeueAfter(1_000);
        return undefined;
      }
      const refusal = classifyRefusal(error);
      if (refusal.refused === 'no') throw error;
      context.logger.warn({ err: error }, 'the control plane refused the copy');
      if (refusal.refused === 'rejected') {
        memory.rejected = hash;
        events.report(object, 'Rejected', refusal.message);
        return live;
      }
      memory.forbidden += 1;
      context.requeueAfter(forbiddenWaitMs(memory.forbidden));
      if (memory.forbidden >= tellForbiddenFrom) {
        events.report(object, 'Forbidden', refusal.message);
      }
      return live;
    }

    async function statusDown(object: Unstructured, live: Unstructured) {
      const status = planStatus(object, live);
      if (status === undefined) return;
      const settled = hashOf([live.status ?? null, object.status ?? null]);
      if (memory.settled.status === settled) return;
      const { uid, resourceVersion } = object.metadata;
      try {
        const written = await consumerClient.mergePatch(
          resource,
          { namespace, name },
          { metadata: { uid, resourceVersion }, status },
          {
            fieldManager: fieldManagers.status,
            ...(parts.statusSubresource && { subresource: 'status' as const }),
          },
        );
        memory.settled.status = hashOf([
          live.status ?? null,
          written.status ?? null,
        ]);
        consumerView.wrote(key, cached, written);
      } catch (error) {
        // The object went away in the meantime; there is nothing to show the status on.
        if (!isNotFound(error)) throw error;
      }
    }
  };

  /** Asked live: a deletion must not rest on what was true a moment ago. */
  async function liveServiceNamespace(
    namespace: string,
  ): Promise<string | undefined> {
    const found = await providerClient.get<APIServiceNamespace>(
      apiServiceNamespaceResource,
      { namespace: parts.clusterNamespace, name: namespace },
    );
    return found?.status?.namespace || undefined;
  }
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
