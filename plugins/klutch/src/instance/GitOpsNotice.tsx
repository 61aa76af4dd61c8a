/** Says that an instance is changed in a Git repository, and why not here. */
import type { ClaimDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';

export function GitOpsNotice(props: {
  /** Name of the instance. */
  name: string;
  managedBy: NonNullable<ClaimDetail['managedBy']>;
}) {
  const { name, managedBy } = props;
  const t = useT();
  const tool = t(`instance.gitOps.tool.${managedBy.tool}`);
  return (
    <Notice tone="neutral" title={t('instance.gitOps.title', { tool, name })}>
      {t('instance.gitOps.text', { tool, name, source: managedBy.name })}
    </Notice>
  );
}
