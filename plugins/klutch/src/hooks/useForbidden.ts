/** Why the RBAC of the app cluster does not allow the user to act on an instance and its claims. */
import type { ClaimDetail, ClaimType } from '../api/types';
import { useAppClusterTitle } from './useAppClusterTitle';
import { useMe } from './useQueries';
import { useT } from './useT';

/** Messages for users; undefined for what the user may do. */
export interface Forbidden {
  change: string | undefined;
  reveal: string | undefined;
  create: (type: ClaimType) => string | undefined;
  delete: (type: ClaimType) => string | undefined;
}

export function useForbidden(instance: ClaimDetail): Forbidden {
  const { cluster, namespace, may } = instance;
  const t = useT();
  const titleOf = useAppClusterTitle();
  const me = useMe();
  const where = {
    namespace,
    cluster: titleOf(cluster),
    user: me.data?.kubernetesUser ?? '…',
  };
  return {
    change: may.change ? undefined : t('shared.forbidden.change', where),
    reveal: may.reveal ? undefined : t('shared.forbidden.reveal', where),
    create: type => {
      if (may.create.includes(type)) return undefined;
      return type === 'restore' && !may.reveal
        ? t('shared.forbidden.restore', where)
        : t('shared.forbidden.create', where);
    },
    delete: type =>
      may.delete.includes(type)
        ? undefined
        : t('shared.forbidden.delete', where),
  };
}
