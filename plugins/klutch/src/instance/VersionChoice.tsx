/** The versions that an instance can change to; where the API allows none in place, how to get to a newer one. */
import DialogContentText from '@material-ui/core/DialogContentText';
import type { ClaimDetail } from '../api/types';
import { VersionField } from '../plans/VersionField';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { ruleText } from '../shared/ruleText';

export function VersionChoice(props: {
  instance: ClaimDetail;
  /** The chosen version; empty for the present one. */
  value: string;
  onChange: (version: string) => void;
}) {
  const { instance, value, onChange } = props;
  const { service: present = '', versionChanges } = instance;
  const t = useT();
  const version = instance.versionTitle ?? present;
  const legal = versionChanges.filter(({ available }) => available);
  const [refused] = versionChanges.filter(({ available }) => !available);
  if (legal.length > 0) {
    return (
      <>
        <DialogContentText>
          {t('instance.changeVersion.text', { version })}
        </DialogContentText>
        <VersionField
          versions={[
            { value: present, title: version, available: true },
            ...versionChanges,
          ]}
          value={value || present}
          problem={undefined}
          onChange={chosen => onChange(chosen === present ? '' : chosen)}
        />
      </>
    );
  }
  if (!refused) return null;
  return (
    <Notice
      tone="neutral"
      title={t('instance.changeVersion.fixed', { version })}
    >
      {t('instance.changeVersion.instead', {
        reason: ruleText(refused.reason ?? '', t),
        versions: versionChanges.map(({ title }) => title).join(', '),
      })}
    </Notice>
  );
}
