/** The changes of an edited form of settings: the user's own, and those that somebody else has made meanwhile. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../hooks/useT';
import {
  settingText,
  titleOfSetting,
  type SettingChange,
} from '../settings/settingChanges';
import type { SettingsField } from '../settings/SettingsField';
import { DescriptionList } from '../shared/DescriptionList';
import { Notice } from '../shared/Notice';

const useStyles = makeStyles(theme => ({
  changes: { marginTop: theme.spacing(2) },
}));

/** Changed settings, one in a line. */
function ChangeList(props: {
  form: SettingsField;
  changes: readonly SettingChange[];
  textOf: (change: SettingChange) => string;
}) {
  const { form, changes, textOf } = props;
  return (
    <DescriptionList
      items={changes.map(change => ({
        name: titleOfSetting(form, change.path),
        value: textOf(change),
      }))}
    />
  );
}

/** The text of a setting's value. */
const useShown = () => {
  const t = useT();
  return (setting: unknown) =>
    settingText(setting) ?? t('instance.settings.default');
};

/** What somebody else has changed meanwhile, and what the user's own change makes of it. */
export function Conflict(props: {
  form: SettingsField;
  mine: readonly SettingChange[];
  theirs: readonly SettingChange[];
  onStartAgain: () => void;
}) {
  const { form, mine, theirs } = props;
  const t = useT();
  const shown = useShown();
  const mineAt = ({ path }: SettingChange) =>
    mine.find(change => change.path.join('.') === path.join('.'));
  return (
    <Notice
      tone="warning"
      title={t('instance.settings.conflict')}
      action={
        <Button onClick={props.onStartAgain}>
          {t('instance.settings.startAgain')}
        </Button>
      }
    >
      <ChangeList
        form={form}
        changes={theirs}
        textOf={change => {
          const { before, after } = change;
          const texts = { before: shown(before), after: shown(after) };
          const yours = mineAt(change);
          return yours
            ? t('instance.settings.both', {
                ...texts,
                yours: shown(yours.after),
              })
            : t('instance.settings.theirs', texts);
        }}
      />
    </Notice>
  );
}

/** The user's own changes. */
export function OwnChanges(props: {
  form: SettingsField;
  mine: readonly SettingChange[];
}) {
  const classes = useStyles();
  const t = useT();
  const shown = useShown();
  return (
    <>
      <Typography variant="subtitle2" className={classes.changes}>
        {t('instance.settings.changes')}
      </Typography>
      <ChangeList
        form={props.form}
        changes={props.mine}
        textOf={({ before, after }) =>
          t('instance.settings.change', {
            before: shown(before),
            after: shown(after),
          })
        }
      />
    </>
  );
}
