/** Finalizes a binding: removes the finalizers from its objects, then the finalizer of the binding. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import { unbindFinalizer } from '../markers';
import { unbind } from '../unbinding/unbind';
import { classifyUnbindError } from '../unbinding/classifyUnbindError';
import { stopBinding, type BindingParts } from './reconcileBinding';
import { falseCondition } from '../conditions/conditionResult';

/** May be repeated until the binding is gone. A standby replica only stops its own syncer and connection. */
export async function finalizeBinding(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<void> {
  const { client, leadership, logger, bindings, remote } = parts.appCluster;
  await stopBinding(parts, key);
  const { finalizers = [] } = binding.metadata;
  if (!leadership.isLeader || !finalizers.includes(unbindFinalizer)) return;
  try {
    await unbind({
      client,
      binding,
      bindings: bindings.list(),
      isRemoteBinding: remote !== undefined,
      logger,
      signal: context.signal,
      async progress(finalizersRemoved) {
        logger.info({ binding: key, finalizersRemoved }, 'unbinding');
        const connected = falseCondition(
          'Unbinding',
          `The finalizer was removed from ${finalizersRemoved} objects so far; their copies on the control plane stay.`,
          'Info',
        );
        const latest = parts.writer.get(key).object ?? binding;
        await parts.writer.writeStatus(latest, { connected });
      },
    });
  } catch (error) {
    const found = classifyUnbindError(error);
    if (!found || context.signal.aborted) throw error;
    logger.warn({ err: error, binding: key }, 'unbinding is blocked');
    const latest = parts.writer.get(key).object ?? binding;
    await parts.writer.writeStatus(latest, { connected: found.why });
    context.requeueAfter(found.requeueAfterMs);
    return;
  }
  const latest = parts.writer.get(key).object ?? binding;
  await parts.writer.patchMetadata(latest, {
    finalizers: finalizers.filter(finalizer => finalizer !== unbindFinalizer),
  });
}
