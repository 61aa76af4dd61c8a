/** Protects a claim from deletion, or removes its protection, and says so. */
import { useApi } from '@backstage/core-plugin-api';
import type { Claim } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { errorText } from '../shared/errorText';

export function useProtection(claim: Claim) {
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const update = useUpdateClaim(claim);
  const isProtected = !claim.protected;
  const toggle = () =>
    update.mutate(
      { protected: isProtected },
      {
        onSuccess: () =>
          toastApi.post({
            tone: 'success',
            text: isProtected
              ? t('instance.protection.on', { name: claim.name })
              : t('instance.protection.off', { name: claim.name }),
          }),
        onError: error =>
          toastApi.post({ tone: 'error', text: errorText(error, t) }),
      },
    );
  return { isPending: update.isPending, toggle };
}
