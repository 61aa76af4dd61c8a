/** Actions on several instances, one after the other; what fails for one does not stop the rest. */
import {
  relatedRequest,
  timestampedName,
} from '@klutch/backstage-plugin-klutch-common';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Claim, Service } from '../api/types';
import { queryKeys } from '../api/queryKeys';
import { useCreateCall, useUpdateCall } from '../hooks/useClaimMutations';
import { useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { canBackUp } from '../instance/useBackUpNow';
import { findRelatedApi } from '../instance/useRelatedOrder';
import { thrownText } from '../shared/errorText';

/** An instance for which the action was not done. */
export interface Refusal {
  instance: Claim;
  /** For users. */
  reason: string;
}

function useForEach(run: (instance: Claim, index: number) => Promise<unknown>) {
  const t = useT();
  const client = useQueryClient();
  return useMutation<Refusal[], never, readonly Claim[]>({
    mutationFn: async instances => {
      const refusals: Refusal[] = [];
      for (const [index, instance] of instances.entries()) {
        try {
          await run(instance, index);
        } catch (error) {
          refusals.push({ instance, reason: thrownText(error, t) });
        }
      }
      return refusals;
    },
    onSettled: () =>
      client.invalidateQueries({ queryKey: queryKeys.allClaims }),
  });
}

/** Orders a backup of each instance. */
export function useBackUpAll() {
  const t = useT();
  const create = useCreateCall();
  const services: Service[] = useServices().data?.items ?? [];
  return useForEach(async (instance, index) => {
    const { service, reason } = findRelatedApi(services, 'backup', instance, t);
    if (!service) throw new Error(reason);
    if (!canBackUp(instance)) {
      throw new Error(t('instance.backups.instanceNotReady'));
    }
    const { resource } = service;
    const { serviceType } =
      services.find(item => item.resource === instance.resource) ?? {};
    await create(
      relatedRequest(
        { resource, serviceType },
        instance,
        // Instances of different services may have the same name.
        timestampedName(instance.name, new Date(), index),
      ),
    );
  });
}

/** Protects each instance from deletion. */
export function useProtectAll() {
  const update = useUpdateCall();
  return useForEach(instance => update(instance, { protected: true }));
}
