/** Notice that the control plane cluster is unreachable; disappears when the cluster is reachable again. */
import { explanationText } from './explanationText';
import type { Reachability } from '../api/types';
import { useT } from '../hooks/useT';
import { Disclosure } from './Disclosure';
import { Notice } from './Notice';
import { useRelativeTime } from './RelativeTime';

export function ControlPlaneBanner(props: {
  controlPlane: Reachability | undefined;
}) {
  const { controlPlane } = props;
  const t = useT();
  const time = useRelativeTime(controlPlane?.since);
  if (!controlPlane || controlPlane.reachable) {
    return null;
  }
  const problem = explanationText(controlPlane, t);
  return (
    <Notice tone="warning" title={t('shared.controlPlane.title')}>
      {controlPlane.since && <>{t('shared.controlPlane.since', { time })} </>}
      {t('shared.controlPlane.text')}
      {problem && (
        <Disclosure title={t('shared.details')}>{problem}</Disclosure>
      )}
    </Notice>
  );
}
