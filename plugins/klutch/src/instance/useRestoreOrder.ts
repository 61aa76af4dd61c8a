/** The order of a restore. */
import { timestampedName } from '@klutch/backstage-plugin-klutch-common';
import type { ReactNode } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useRelatedOrder } from './useRelatedOrder';

/** Props of the dialogs that order one. */
export interface RestoreProps {
  instance: ClaimDetail;
  backup: Claim;
  /** The right that a restore needs, and the choice of the target where there is one. */
  intro: ReactNode;
  onClose: () => void;
}

/** The order of the restore, under the present time. */
export function useRestoreOrder(instance: ClaimDetail, backup: Claim) {
  const order = useRelatedOrder(instance, 'restore');
  return {
    ready: order.ready,
    reason: order.reason,
    request: (target: string) =>
      order.request(timestampedName(`${target}-restore`, new Date()), {
        backupRef: backup.name,
        instanceRef: target,
      }),
  };
}
