/** The end of a binding: objects are let go, and its finalizer comes off when that is done. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import { unbindFinalizer } from '../markers';
import { unbind } from '../unbinding/unbind';
import { whyNotUnbound } from '../unbinding/whyNotUnbound';
import { standDown, type BindingParts } from './bringUp';
import { because } from '../conditions/verdict';

/** May be repeated until the binding is gone. A process that stands by only stops its own work. */
export async function takeApart(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<void> {
  const { client, duty, logger, bindings, remote } = parts.appCluster;
  await standDown(parts, key);
  const { finalizers = [] } = binding.metadata;
  if (!duty.leading || !finalizers.includes(unbindFinalizer)) return;
  try {
    await unbind({
      client,
      binding,
      bindings: bindings.list(),
      fromElsewhere: remote !== undefined,
      logger,
      signal: context.signal,
      async progress(released) {
        logger.info({ binding: key, released }, 'unbinding');
        const connected = because(
          'Unbinding',
          `${released} objects were let go so far; their copies on the control plane stay.`,
          'Info',
        );
        const latest = parts.writer.see(key).object ?? binding;
        await parts.writer.writeState(latest, { connected });
      },
    });
  } catch (error) {
    const found = whyNotUnbound(error);
    if (!found || context.signal.aborted) throw error;
    logger.warn({ err: error, binding: key }, 'unbinding does not get on');
    const latest = parts.writer.see(key).object ?? binding;
    await parts.writer.writeState(latest, { connected: found.why });
    context.requeueAfter(found.againInMs);
    return;
  }
  const latest = parts.writer.see(key).object ?? binding;
  await parts.writer.patchMetadata(latest, {
    finalizers: finalizers.filter(finalizer => finalizer !== unbindFinalizer),
  });
}
