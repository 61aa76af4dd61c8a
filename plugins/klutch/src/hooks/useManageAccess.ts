/** Whether the user may change the platform, by the portal's permission. */
import type { ActionAccess } from './ActionAccess';
import { useMe } from './useQueries';
import { useT } from './useT';

export function useManageAccess(): ActionAccess {
  const t = useT();
  const me = useMe();
  return {
    loading: me.isLoading,
    reason:
      me.data?.mayManage === false ? t('platform.mayNotManage') : undefined,
  };
}
