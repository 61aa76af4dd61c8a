/** Whether the user may change the platform, by the portal's permission. */
import { useMe } from './useQueries';
import { useT } from './useT';

export interface ManageAccess {
  /** Whether the answer is still being read. */
  loading: boolean;
  /** Why the user may not, as a message. */
  reason: string | undefined;
}

export function useManageAccess(): ManageAccess {
  const t = useT();
  const me = useMe();
  return {
    loading: me.isLoading,
    reason:
      me.data?.mayManage === false ? t('platform.mayNotManage') : undefined,
  };
}
