/** The end of a binding: objects are let go, and its finalizer comes off when that is done. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { isForbidden, type ReconcileContext } from '@klutch/kube';
import { unbindFinalizer } from '../markers';
import { unbind } from '../unbinding/unbind';
import { standDown, type BindingParts } from './bringUp';
import { because } from './verdict';

/** When to try again to take a binding apart without the rights to; milliseconds. */
const tryAgainMs = 60_000;

/** May be repeated until the binding is gone. A process that stands by only stops its own work. */
export async function takeApart(
  parts: BindingParts,
  key: string,
  binding: APIServiceBinding,
  context: ReconcileContext,
): Promise<void> {
  const { client, duty, logger } = parts.appCluster;
  await standDown(parts, key);
  const { finalizers = [] } = binding.metadata;
  if (!duty.leading || !finalizers.includes(unbindFinalizer)) return;
  try {
    await unbind({
      client,
      binding,
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
    if (!isForbidden(error)) throw error;
    context.requeueAfter(tryAgainMs);
    const latest = parts.writer.see(key).object ?? binding;
    const connected = because(
      'UnbindForbidden',
      `The konnector may not let the objects of this API go: ${error.message} Give it its ClusterRole back until this binding is gone.`,
    );
    await parts.writer.writeState(latest, { connected });
    return;
  }
  const latest = parts.writer.see(key).object ?? binding;
  await parts.writer.patchMetadata(latest, {
    finalizers: finalizers.filter(finalizer => finalizer !== unbindFinalizer),
  });
}
