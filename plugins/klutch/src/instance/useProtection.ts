/** Protects an instance from deletion, or removes its protection, and says so. */
import { useApi } from '@backstage/core-plugin-api';
import type { ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { errorText } from '../shared/errorText';

export function useProtection(instance: ClaimDetail) {
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const update = useUpdateClaim(instance);
  const isProtected = !instance.protected;
  const toggle = () =>
    update.mutate(
      { protected: isProtected },
      {
        onSuccess: () =>
          toastApi.post({
            tone: 'success',
            text: isProtected
              ? t('instance.protection.on', { name: instance.name })
              : t('instance.protection.off', { name: instance.name }),
          }),
        onError: error =>
          toastApi.post({ tone: 'error', text: errorText(error, t) }),
      },
    );
  return { isPending: update.isPending, toggle };
}
