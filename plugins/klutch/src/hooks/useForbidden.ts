/** Why the user may not act on an instance and its claims: the portal's permissions, then the RBAC of the app cluster. */
import {
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
  klutchClaimUpdatePermission,
  stringifyClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import type { ClaimDetail, ClaimKey, ClaimType } from '../api/types';
import { useDenied } from './useDenied';
import { useMe } from './useQueries';
import { useT } from './useT';

/** Messages for users; undefined for what the user may do. */
export interface Forbidden {
  /** Whether the portal's permissions are still being read. */
  loading: boolean;
  reveal: string | undefined;
  change: (type: ClaimType) => string | undefined;
  create: (type: ClaimType) => string | undefined;
  delete: (type: ClaimType) => string | undefined;
}

/** @param instance - the claim that is acted upon, with what RBAC allows */
export function useForbidden(
  instance: ClaimKey & Pick<ClaimDetail, 'clusterTitle' | 'may' | 'state'>,
): Forbidden {
  const { clusterTitle, namespace, may } = instance;
  const t = useT();
  const me = useMe();
  const create = useDenied({ permission: klutchClaimCreatePermission });
  // A policy may decide otherwise for a claim of the instance; the backend then says so.
  const resourceRef = stringifyClaimRef(instance);
  const update = useDenied({
    permission: klutchClaimUpdatePermission,
    resourceRef,
  });
  const remove = useDenied({
    permission: klutchClaimDeletePermission,
    resourceRef,
  });
  const where = {
    namespace,
    cluster: clusterTitle,
    user: me.data?.kubernetesUser ?? '…',
  };
  // Its app cluster is unreachable, and would refuse nothing and do nothing.
  const away =
    instance.state === 'Unknown' ? t('instance.unknownState') : undefined;
  const mayNotReveal = me.data?.mayReveal === false;

  function reasonAgainstCreate(type: ClaimType) {
    if (type === 'restore' && mayNotReveal) {
      return t('shared.permission.restore');
    }
    if (create.denied) return t('shared.permission.create');
    if (away) return away;
    if (may.create.includes(type)) return undefined;
    return type === 'restore' && !may.reveal
      ? t('shared.forbidden.restore', where)
      : t('shared.forbidden.create', where);
  }
  function reasonAgainstDelete(type: ClaimType) {
    if (remove.denied) return t('shared.permission.delete');
    if (away) return away;
    return may.delete.includes(type)
      ? undefined
      : t('shared.forbidden.delete', where);
  }
  function reasonAgainstChange(type: ClaimType) {
    if (update.denied) return t('shared.permission.update');
    if (away) return away;
    return may.change.includes(type)
      ? undefined
      : t('shared.forbidden.change', where);
  }
  function reasonAgainstReveal() {
    if (mayNotReveal) return t('shared.permission.reveal');
    if (away) return away;
    return may.reveal ? undefined : t('shared.forbidden.reveal', where);
  }
  return {
    loading: create.loading || update.loading || remove.loading,
    change: reasonAgainstChange,
    reveal: reasonAgainstReveal(),
    create: reasonAgainstCreate,
    delete: reasonAgainstDelete,
  };
}
