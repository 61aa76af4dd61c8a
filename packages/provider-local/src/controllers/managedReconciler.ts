/** The common part of the reconcilers of all managed resources: finalizer, pause, deletion, status. */
import { KubeClient, ReconcileContext } from '@klutch/kube';
import { ServiceError, conditionMessage } from '../errors';
import {
  NewCondition,
  creating,
  deleting,
  notSynced,
  paused,
  synced,
} from '../resources/conditions';
import { finalizer, isPaused } from '../resources/identity';
import { ManagedResource } from '../resources/managedResources';
import { ClaimEvents } from './ClaimEvents';
import { ManagedKind, ManagedStatus } from './ManagedKind';
import { ManagedObjects } from './ManagedObjects';

/** Watch events requeue a waiting resource; this delay covers causes without events. */
const requeueDelayMs = 3_000;

class ManagedReconciler<T extends ManagedResource> {
  readonly #kind: ManagedKind<T>;
  readonly #objects: ManagedObjects<T>;
  readonly #events: ClaimEvents;

  constructor(client: KubeClient, kind: ManagedKind<T>) {
    this.#kind = kind;
    this.#objects = new ManagedObjects(client, kind.resource);
    this.#events = new ClaimEvents(client);
  }

  async reconcile(key: string, context: ReconcileContext): Promise<void> {
    const object = this.#kind.cache.get(key);
    if (!object) return;
    if (isPaused(object)) {
      await this.#writeStatus(object, {}, [paused()], context);
      return;
    }
    if (object.metadata.deletionTimestamp) {
      await this.#finalize(object, context);
      return;
    }
    let latest = await this.#objects.ensureFinalizer(object);
    let observed: ManagedStatus<T>;
    try {
      observed = await this.#kind.reconcile(
        object,
        async reported => {
          latest = await this.#writeStatus(
            latest,
            reported,
            [synced()],
            context,
          );
        },
        context,
      );
    } catch (error) {
      const before = latest.status?.conditions?.find(
        ({ type }) => type === 'Ready',
      );
      await this.#reportFailure(
        latest,
        error,
        context,
        before ? {} : { ready: creating() },
      );
      return;
    }
    if (observed.error === undefined)
      await this.#writeStatus(latest, observed, [synced()], context);
    else await this.#reportFailure(latest, observed.error, context, observed);
  }

  async #writeStatus(
    object: T,
    observed: Partial<ManagedStatus<T>>,
    conditions: NewCondition[],
    { logger }: ReconcileContext,
  ): Promise<T> {
    const written = await this.#objects.writeStatus(
      object,
      observed,
      conditions,
    );
    await this.#events.report(object, written, logger);
    return written;
  }

  /**
   * Reports the error in the status; rethrows errors without a message for users, so that these are logged and
   * retried.
   */
  async #reportFailure(
    object: T,
    error: unknown,
    context: ReconcileContext,
    observed: Partial<ManagedStatus<T>>,
  ) {
    const reason = conditionMessage(error);
    const written = await this.#writeStatus(
      object,
      observed,
      [notSynced(reason)],
      context,
    );
    if (written !== object)
      context.logger.info({ reason }, 'the spec could not be applied');
    if (!(error instanceof ServiceError)) throw error;
    if (error.retry) context.requeueAfter(requeueDelayMs);
  }

  async #finalize(object: T, context: ReconcileContext): Promise<void> {
    if (!object.metadata.finalizers?.includes(finalizer)) return;
    const observed = {
      ready: deleting(),
      atProvider: this.#kind.atProviderWhileDeleting?.(object),
    };
    let latest = object;
    try {
      latest = await this.#writeStatus(object, observed, [synced()], context);
      await this.#kind.remove(object, context);
      await this.#objects.removeFinalizer(object);
    } catch (error) {
      await this.#reportFailure(latest, error, context, observed);
    }
  }
}

/** Creates the reconcile function of a kind. */
export function createManagedReconciler<T extends ManagedResource>(
  client: KubeClient,
  kind: ManagedKind<T>,
): (key: string, context: ReconcileContext) => Promise<void> {
  const reconciler = new ManagedReconciler(client, kind);
  return (key, context) => reconciler.reconcile(key, context);
}
