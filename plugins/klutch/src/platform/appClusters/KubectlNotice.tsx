/** What to run on an app cluster whose kubeconfig the portal does not have. */
import { useT } from '../../hooks/useT';
import { CodeBlock } from '../../shared/CodeBlock';
import { Notice } from '../../shared/Notice';

export function KubectlNotice(props: { title: string; command: string }) {
  const { command, title } = props;
  const t = useT();
  return (
    <>
      <Notice tone="neutral">{t('appClusters.kubectl', { title })}</Notice>
      <CodeBlock wrap label={t('appClusters.command')} text={command} />
    </>
  );
}
