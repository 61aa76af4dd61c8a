/** Ties a binding to the control plane it first met, so that another one under the same address is noticed. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import type { BindingWriter } from './bindingWriter';
import { because, type Verdict } from './planConditions';

/** The binding with its pin, or why it must not be synced. */
export type Pinned =
  | { pinned: true; binding: APIServiceBinding }
  | { pinned: false; verdict: Verdict };

/** Records the UID of the cluster namespace on the binding at the first time, and compares it from then on. */
export async function pinControlPlane(
  writer: BindingWriter,
  binding: APIServiceBinding,
  providerNamespaceUid: string,
): Promise<Pinned> {
  const key = annotations.providerNamespaceUid;
  const known = binding.metadata.annotations?.[key];
  if (known === providerNamespaceUid) return { pinned: true, binding };
  if (known === undefined) {
    const written = await writer.patchMetadata(binding, {
      annotations: { [key]: providerNamespaceUid },
    });
    return { pinned: true, binding: written };
  }
  return {
    pinned: false,
    verdict: because(
      'ControlPlaneChanged',
      `The cluster namespace is not the one this binding was made with: the control plane was rebuilt or exchanged. Nothing is synced, so that nothing is lost. If this is intended, remove the annotation ${key} from this binding.`,
    ),
  };
}
