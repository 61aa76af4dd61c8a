/** Why a claim that a GitOps tool applies is not deleted or replaced here; undefined for other claims. */
import type { Claim } from '../api/types';
import { useT } from '../hooks/useT';

export function useGitOpsReason({ managedBy }: Claim): string | undefined {
  const t = useT();
  return (
    managedBy &&
    t('instance.gitOps.menu', {
      tool: t(`instance.gitOps.tool.${managedBy.tool}`),
    })
  );
}
