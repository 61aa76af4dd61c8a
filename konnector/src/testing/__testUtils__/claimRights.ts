/** Rights that come with permission claims on the control plane: the verbs the konnector needs, and no more. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';

const reading = ['get', 'list', 'watch'];
const writing = [...reading, 'create', 'patch', 'delete'];

/** One rule for the type of a claim. */
export const claimRule = (
  { group = '', resource }: PermissionClaim,
  verbs: string[],
): PolicyRule => ({ apiGroups: [group], resources: [resource], verbs });

const isProviderOwned = ({ selector }: PermissionClaim) =>
  selector?.owner === 'Provider';

/** On the control plane: provider-owned objects are read there, unless the claim lets the konnector mark or remove them. */
export const providerClaimVerbs = (claim: PermissionClaim): string[] => {
  if (!isProviderOwned(claim)) return writing;
  const removes = claim.onConflict?.recreateWhenConsumerSideDeleted === false;
  if (claim.autoAdopt) return writing;
  return [...reading, 'patch', ...(removes ? ['delete'] : [])];
};
