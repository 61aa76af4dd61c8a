/** Dialog that changes the settings of an instance, and shows what somebody else has changed meanwhile. */
import { useApi } from '@backstage/core-plugin-api';
import { crossplaneFields } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ClaimDetail, ServiceDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { settingsErrors } from '../settings/errors';
import type { SettingsField } from '../settings/fields';
import { isSetting, type SettingsValue } from '../settings/form';
import type { Node } from '../settings/node';
import {
  patchOf,
  settingChanges,
  settingText,
  titleOfSetting,
  type SettingChange,
} from '../settings/settingChanges';
import { useSettingsForm } from '../settings/useSettingsForm';
import { DescriptionList } from '../shared/DescriptionList';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { Skeleton } from '../shared/Skeleton';

const SettingsForm = lazy(() =>
  import('../settings/SettingsForm').then(m => ({ default: m.SettingsForm })),
);

const useStyles = makeStyles(theme => ({
  changes: { marginTop: theme.spacing(2) },
}));

const isCrossplaneField = (field: string) => crossplaneFields.has(field);

/** The fields of the spec that the form has. */
const settingsOf = (service: ServiceDetail, spec: Node): Node =>
  Object.fromEntries(
    Object.entries(spec).filter(
      ([field]) => isSetting(field, service) && !isCrossplaneField(field),
    ),
  );

/** The form data for these settings, and the settings as the form writes them. */
const valueOf = (form: SettingsField, settings: Node): SettingsValue => {
  const data = form.toData(settings) as Node;
  return { form: data, settings: form.toValue(data) as Node };
};

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
function Conflict(props: {
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
function OwnChanges(props: {
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

/** What validates the form: the schema, with the fields of the spec that the form does not have. */
const rulesOf = (service: ServiceDetail, spec: Node) => {
  const settings = settingsOf(service, spec);
  return {
    schema: service.schema,
    others: Object.fromEntries(
      Object.entries(spec).filter(([key]) => !(key in settings)),
    ),
    before: spec,
  };
};

function SettingsDialog(props: {
  instance: ClaimDetail;
  service: ServiceDetail;
  form: SettingsField;
  onClose: () => void;
}) {
  const { instance, service, form, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const update = useUpdateClaim(instance);
  const present = settingsOf(service, instance.spec);
  // The settings that the user started from.
  const [start, setStart] = useState(present);
  const [value, setValue] = useState(() => valueOf(form, present));
  const [isValid, setIsValid] = useState(true);
  const mine = settingChanges(valueOf(form, start).settings, value.settings);
  // While the request is under way, the user's own change may arrive first.
  const theirs = update.isPending ? [] : settingChanges(start, present);
  // The notice about the conflict says more than the refusal.
  const isExplained = theirs.length > 0 && update.error?.kind === 'conflict';
  const errors = useMemo(
    () => settingsErrors(update.error?.causes ?? [], form, t),
    [update.error, form, t],
  );
  const onSuccess = () => {
    const text = t('instance.settings.started', { name: instance.name });
    toastApi.post({ tone: 'success', text });
    onClose();
  };
  const save = () =>
    update.mutate(
      { generation: instance.generation, spec: patchOf(mine) },
      { onSuccess },
    );
  const startAgain = () => {
    update.reset();
    setStart(present);
    setValue(valueOf(form, present));
    setIsValid(true);
  };

  return (
    <Dialog
      wide
      title={t('instance.settings.title', { name: instance.name })}
      action={
        theirs.length > 0
          ? t('instance.settings.anyway')
          : t('instance.settings.action')
      }
      busy={update.isPending}
      ready={mine.length > 0 && isValid}
      isChanged={mine.length > 0}
      error={isExplained ? null : update.error}
      onClose={onClose}
      onAction={save}
    >
      {theirs.length > 0 && (
        <Conflict
          form={form}
          mine={mine}
          theirs={theirs}
          onStartAgain={startAgain}
        />
      )}
      <DialogContentText>{t('settings.help')}</DialogContentText>
      <Suspense fallback={<Skeleton label={t('settings.title')} />}>
        <SettingsForm
          settings={form}
          value={value.form}
          errors={errors}
          rules={rulesOf(service, instance.spec)}
          onChange={(next, valid) => {
            setValue(next);
            setIsValid(valid);
          }}
        />
      </Suspense>
      {mine.length > 0 && <OwnChanges form={form} mine={mine} />}
    </Dialog>
  );
}

export function EditSettingsDialog(props: {
  instance: ClaimDetail;
  service: ServiceDetail;
  onClose: () => void;
}) {
  const t = useT();
  const form = useSettingsForm(props.service, {
    isOmitted: isCrossplaneField,
    plan: props.instance.spec.plan,
  });
  if (form) return <SettingsDialog {...props} form={form} />;
  return (
    <Dialog
      title={t('instance.settings.title', { name: props.instance.name })}
      action={t('shared.close')}
      hideCancel
      onAction={props.onClose}
      onClose={props.onClose}
    >
      <DialogContentText>{t('settings.none')}</DialogContentText>
    </Dialog>
  );
}
