/** Decides from metadata alone whether a claim covers a pair, so that bodies are read only when needed. Pure. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import type { Claimant } from '../../../ownership/ownership';
import { syncsOwner, mayAffectSide } from './claimSelection';
import { consumerRole, providerRole } from './owner';

/** Whether a claim's labels and fields select an object of a side. */
export type Selects = (
  claim: PermissionClaim,
  side: ClaimOwner,
  object: KubeObject,
) => boolean;

/** Whether a claim covers a pair; does not check names and namespaces. */
export function claimApplies(
  claim: PermissionClaim,
  pair: Partial<Record<ClaimOwner, KubeObject>>,
  selects: Selects,
  claimant: Claimant,
): boolean {
  const { Provider: provider, Consumer: consumer } = pair;
  if (!consumer && providerRole(provider, claimant) === 'foreign') return false;
  const isOriginal = (side: ClaimOwner, object: KubeObject | undefined) =>
    object !== undefined &&
    mayAffectSide(claim, side) &&
    selects(claim, side, object);
  return (
    isOriginal('Provider', provider) ||
    isOriginal('Consumer', consumer) ||
    (providerRole(provider, claimant) === 'copy' &&
      syncsOwner(claim, 'Consumer')) ||
    (consumerRole(consumer, claimant.pins) === 'copy' &&
      syncsOwner(claim, 'Provider'))
  );
}
