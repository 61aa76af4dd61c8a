/** Shows the control plane's status on the app cluster object, when it differs. */
import { fieldManagers } from '@klutch/bind-api';
import { isNotFound, type Unstructured } from '@klutch/kube';
import { planStatus } from './planStatus';
import { hashOf } from './projection';
import { wroteConsumer, type Run } from './run';

const fingerprintOf = (copy: Unstructured, object: Unstructured) =>
  hashOf([copy.status ?? null, object.status ?? null]);

/** One merge patch, conditional on the version that was compared. */
export async function statusDown(
  run: Run,
  object: Unstructured,
  copy: Unstructured,
): Promise<void> {
  const { parts, memory, namespace, name } = run;
  const status = planStatus(object, copy);
  if (status === undefined) return;
  // The app cluster may keep less of the status than it is sent.
  if (memory.settled.status === fingerprintOf(copy, object)) return;
  const { uid, resourceVersion } = object.metadata;
  try {
    const written = await parts.consumerClient.mergePatch(
      parts.resource,
      { namespace, name },
      { metadata: { uid, resourceVersion }, status },
      {
        fieldManager: fieldManagers.status,
        ...(parts.statusSubresource && { subresource: 'status' as const }),
      },
    );
    memory.settled.status = fingerprintOf(copy, written);
    wroteConsumer(run, written);
  } catch (error) {
    // The object went away in the meantime; there is nothing to show the status on.
    if (!isNotFound(error)) throw error;
  }
}
