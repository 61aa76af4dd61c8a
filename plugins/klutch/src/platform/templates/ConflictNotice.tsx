/** An offer that somebody else changed while it is edited: both changes, and the choice between them. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { useT } from '../../hooks/useT';
import type { SettingChange } from '../../settings/settingChanges';
import { Notice } from '../../shared/Notice';
import { ChangeList } from './ChangeList';

export function ConflictNotice(props: {
  theirs: readonly SettingChange[];
  mine: readonly SettingChange[];
  /** Continues with the own contents over the present state. */
  onKeep: () => void;
  /** Continues with the present state. */
  onStartAgain: () => void;
}) {
  const { mine, theirs } = props;
  const t = useT();
  return (
    <Notice
      tone="warning"
      title={t('templates.conflict.title')}
      action={
        <>
          <Button onClick={props.onStartAgain}>
            {t('templates.conflict.startAgain')}
          </Button>
          <Button onClick={props.onKeep}>{t('templates.conflict.keep')}</Button>
        </>
      }
    >
      <ChangeList changes={theirs} />
      {mine.length > 0 && (
        <>
          <Typography variant="subtitle2">
            {t('templates.conflict.mine')}
          </Typography>
          <ChangeList changes={mine} />
        </>
      )}
    </Notice>
  );
}
