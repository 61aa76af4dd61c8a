/** The one reconcile of a claimed object: what the provider has, what is here, one step towards equality. */
import { fieldManagers } from '@klutch/bind-api';
import {
  ApiError,
  isAlreadyExists,
  isForbidden,
  isNotFound,
  parseKey,
  type Cache,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import { FreshView } from '../freshView';
import type { ServiceNamespaceCaches } from '../namespaces/serviceNamespaceCaches';
import type { ClaimSyncOptions } from './claimSync';
import { toClaimedView, type ClaimedView } from './digest';
import {
  claimedCopy,
  claimedCopyPatch,
  planClaimedCopy,
  type ClaimStep,
} from './planCopy';

/** How often a conflict is looked at again, as nothing tells when the other object goes; milliseconds. */
const conflictCheckMs = 60_000;
/** The same for rights that are missing. */
const forbiddenCheckMs = 60_000;

/** What the reconcile of one claimed type works with. */
export interface ClaimReconcileParts extends ClaimSyncOptions {
  /** Our copies on the app cluster, without contents. */
  copies: Cache<ClaimedView>;
  /** What the control plane has, without contents. */
  providers: ServiceNamespaceCaches<ClaimedView>;
}

const fingerprint = (
  provider: ClaimedView,
  consumer: ClaimedView | undefined,
) =>
  JSON.stringify([
    provider.digest,
    consumer?.digest,
    consumer?.metadata.labels,
    consumer?.metadata.annotations,
  ]);

/** The namespace is gone or going; its service namespace goes with it. */
const isMissingNamespace = (error: unknown) =>
  isNotFound(error) ||
  (isForbidden(error) &&
    error instanceof ApiError &&
    error.causes.some(({ reason }) => reason === 'NamespaceTerminating'));

/** Makes the reconcile function. Keys are `namespace/name` of the app cluster. */
export function createClaimReconcile(parts: ClaimReconcileParts) {
  const { resource, consumerClient, providerClient, copies, pins } = parts;
  const view = new FreshView<ClaimedView>();
  /** What a server made of our copy, for types on which it stores something else than we sent. */
  const settled = new Map<string, string>();

  return async function reconcile(
    key: string,
    context: ReconcileContext,
  ): Promise<void> {
    const { namespace = '', name } = parseKey(key);
    const serviceNamespace = parts.serviceNamespaces.of(namespace);
    const known = parts.providers.of(namespace);
    if (!serviceNamespace || !known) return;
    const source = { namespace: serviceNamespace, name };
    const cached = copies.get(key);
    const seen = view.see(key, cached);
    if (seen.rememberedForMs) context.requeueAfter(seen.rememberedForMs);

    const plan = (
      provider: ClaimedView | undefined,
      consumer: ClaimedView | undefined,
    ): ClaimStep =>
      planClaimedCopy({
        provider,
        consumer,
        claims: parts.claims(),
        namespace,
        reserved: parts.isReserved(resource, { namespace, name }),
        pins,
      });

    const provider = known.get(`${serviceNamespace}/${name}`);
    const first = plan(provider, seen.object);
    if (first.step === 'nothing') return;
    if (provider && settled.get(key) === fingerprint(provider, seen.object)) {
      return;
    }

    // Something is to be done: from here on live, and with contents.
    const original = await providerClient.get(resource, source);
    const existing = await consumerClient.get(resource, { namespace, name });
    const step = plan(
      original && toClaimedView(original),
      existing && toClaimedView(existing),
    );
    try {
      await carryOut(step, original, existing);
    } catch (error) {
      if (isMissingNamespace(error)) return;
      if (!isForbidden(error)) throw error;
      context.requeueAfter(forbiddenCheckMs);
      context.logger.warn(
        { err: error },
        'a claimed object may not be written on the app cluster',
      );
    }

    async function carryOut(
      { step: what, ...rest }: ClaimStep,
      from: Unstructured | undefined,
      to: Unstructured | undefined,
    ): Promise<void> {
      const options = { fieldManager: fieldManagers.claimed };
      if (what === 'delete' || what === 'recreate') {
        if (to) await deleteOwn(to);
        view.wrote(key, cached, undefined);
        settled.delete(key);
      }
      if (!from) return;
      if (what === 'create' || what === 'recreate') {
        try {
          wrote(
            from,
            await consumerClient.create(
              resource,
              claimedCopy(from, namespace, pins),
              options,
            ),
          );
        } catch (error) {
          // Somebody was faster: look again at what there is now.
          if (!isAlreadyExists(error)) throw error;
          context.requeueAfter(0);
        }
      } else if (what === 'update' && to) {
        wrote(
          from,
          await consumerClient.mergePatch(
            resource,
            { namespace, name },
            claimedCopyPatch(from, toClaimedView(to), pins),
            options,
          ),
        );
      } else if (what === 'conflict' && to && 'why' in rest) {
        context.requeueAfter(conflictCheckMs);
        parts.events.report(
          to,
          'Conflict',
          `The control plane has a ${resource.kind} "${name}" for this namespace, but ${rest.why}. It stays as it is. Rename or remove it to receive the one of the control plane.`,
        );
      }
    }

    function wrote(from: Unstructured, written: Unstructured): void {
      const slim = toClaimedView(written);
      view.wrote(key, cached, slim);
      settled.set(key, fingerprint(toClaimedView(from), slim));
    }
  };

  async function deleteOwn(copy: Unstructured): Promise<void> {
    const { namespace, name = '', uid, resourceVersion } = copy.metadata;
    await consumerClient.delete(
      resource,
      { namespace, name },
      { preconditions: { uid, resourceVersion } },
    );
  }
}
