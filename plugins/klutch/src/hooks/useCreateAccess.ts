/** Whether the user may create instances: the portal's permission, then the RBAC of the app clusters. */
import { klutchClaimCreatePermission } from '@klutch/backstage-plugin-klutch-common';
import type { Service } from '../api/types';
import type { ActionAccess } from './ActionAccess';
import { useDenied } from './useDenied';
import { useMe, useServiceAccess } from './useQueries';
import { useT } from './useT';

/** @param service - default: any service */
export function useCreateAccess(service?: Service): ActionAccess {
  const t = useT();
  const me = useMe();
  const permission = useDenied({ permission: klutchClaimCreatePermission });
  const access = useServiceAccess();
  if (permission.loading) return { loading: true, reason: undefined };
  if (permission.denied) {
    return { loading: false, reason: t('shared.permission.create') };
  }
  const clusters = (access.data?.items ?? [])
    .filter(({ resource }) => !service || resource === service.resource)
    .flatMap(item => item.clusters);
  const isForbidden =
    clusters.length > 0 &&
    clusters.every(({ creatable }) => creatable === false);
  if (!isForbidden) return { loading: access.isLoading, reason: undefined };
  const user = me.data?.kubernetesUser ?? '…';
  const bound = service?.clusters.filter(cluster => cluster.bound) ?? [];
  return {
    loading: false,
    reason: service
      ? t('services.forbidden.create', {
          title: service.title,
          clusters: bound.map(({ title }) => title).join(', '),
          user,
        })
      : t('services.forbidden.createAny', { user }),
  };
}
