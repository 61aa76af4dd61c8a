/** What has to change so that the app cluster object shows the control plane's status. Pure. */
import type { Unstructured } from '@klutch/kube';
import { isJsonObject, mergePatchBetween } from './projection';

/**
 * The value for `status` in a JSON merge patch of the app cluster object, `null` to remove it, or undefined when both
 * sides say the same already.
 */
export function planStatus(
  consumer: Unstructured,
  provider: Unstructured,
): Record<string, unknown> | null | undefined {
  const current = isJsonObject(consumer.status) ? consumer.status : undefined;
  const wanted = isJsonObject(provider.status) ? provider.status : undefined;
  if (!wanted)
    return current && Object.keys(current).length > 0 ? null : undefined;
  if (!current) return Object.keys(wanted).length > 0 ? wanted : undefined;
  return mergePatchBetween(current, wanted);
}
