/** Creates a backup whose name consists of the instance's name and the time. */
import { useApi } from '@backstage/core-plugin-api';
import { timestampedName } from '@klutch/backstage-plugin-klutch-common';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/queryKeys';
import type { Claim, ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { useRelatedOrder } from './useRelatedOrder';

/** Whether the service of the instance can take a backup now. */
export const canBackUp = ({ state }: Claim) =>
  state === 'Ready' || state === 'Degraded';

export function useBackUpNow(instance: ClaimDetail) {
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const order = useRelatedOrder(instance, 'backup');
  // Several buttons order the same.
  const mutationKey = [...queryKeys.claim(instance), 'backUpNow'];
  const create = useCreateClaim(mutationKey);
  const client = useQueryClient();
  const isPending = useIsMutating({ mutationKey }) > 0;
  let { reason } = order;
  if (!reason && !canBackUp(instance)) {
    reason = t('instance.backups.instanceNotReady');
  }
  return {
    /** Why a backup is not possible now, as a message for users. */
    reason,
    /** Why backups cannot be ordered at all, whatever the state of the instance. */
    orderReason: order.reason,
    isUnsupported: order.isUnsupported,
    disabled: Boolean(reason) || !order.ready || isPending,
    error: create.error,
    start: (onStarted?: () => void) => {
      // The second of two fast clicks, which comes before the button is disabled.
      if (client.isMutating({ mutationKey }) > 0) return;
      create.mutate(order.request(timestampedName(instance.name, new Date())), {
        onSuccess: () => {
          toastApi.post({
            tone: 'success',
            text: t('instance.backups.started'),
          });
          onStarted?.();
        },
      });
    },
  };
}
