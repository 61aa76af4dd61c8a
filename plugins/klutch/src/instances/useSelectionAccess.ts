/** Whether the user may act on the selected instances: the portal's permissions, then the RBAC of their app clusters. */
import {
  klutchClaimCreatePermission,
  klutchClaimUpdatePermission,
  stringifyClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import type { Claim } from '../api/types';
import type { ActionAccess } from '../hooks/ActionAccess';
import { useDenied } from '../hooks/useDenied';
import { useMe, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { findRelatedApi } from '../instance/useRelatedOrder';

/** Denies only what the user may do with none of the instances; the backend refuses single ones. */
export function useSelectionAccess(
  instances: readonly Claim[],
): Record<'backUp' | 'protect', ActionAccess> {
  const t = useT();
  const me = useMe();
  const services = useServices().data?.items ?? [];
  const create = useDenied({ permission: klutchClaimCreatePermission });
  // Of one instance; the backend refuses those that the permission does not cover.
  const [first] = instances;
  const update = useDenied({
    permission: klutchClaimUpdatePermission,
    resourceRef: first && stringifyClaimRef(first),
  });
  // Without an API for backups there are no rights; the action then says so.
  const withBackups = instances.filter(
    instance => findRelatedApi(services, 'backup', instance, t).service,
  );

  function access(
    action: 'backUp' | 'protect',
    { loading, denied }: typeof create,
    concerned: readonly Claim[],
    isAllowed: (may: NonNullable<Claim['may']>) => boolean,
  ): ActionAccess {
    if (loading) return { loading, reason: undefined };
    if (denied) {
      const permission = action === 'backUp' ? 'create' : 'update';
      return { loading, reason: t(`shared.permission.${permission}`) };
    }
    if (instances.every(({ state }) => state === 'Unknown')) {
      return { loading, reason: t('instances.away') };
    }
    // A row that has just been added may not say it yet.
    const isForbidden =
      concerned.length > 0 &&
      concerned.every(({ may }) => may && !isAllowed(may));
    if (!isForbidden) return { loading, reason: undefined };
    const clusters = new Set(concerned.map(({ clusterTitle }) => clusterTitle));
    return {
      loading,
      reason: t(`instances.forbidden.${action}`, {
        clusters: [...clusters].join(', '),
        user: me.data?.kubernetesUser ?? '…',
      }),
    };
  }
  return {
    backUp: access('backUp', create, withBackups, may =>
      may.create.includes('backup'),
    ),
    protect: access('protect', update, instances, may =>
      may.change.includes('instance'),
    ),
  };
}
