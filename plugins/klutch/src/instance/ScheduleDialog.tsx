/** Dialog that sets, changes or removes the backup schedule of an instance. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField, { type TextFieldProps } from '@material-ui/core/TextField';
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { useEditStart } from './useEditStart';
import {
  formOf,
  frequencies,
  isScheduled,
  numberDeleted,
  problemOf,
  scheduleOf,
  type ScheduleForm,
} from './scheduleForm';
import { keptText, scheduleText, weekdays } from './scheduleText';

function ScheduleFields(props: {
  form: ScheduleForm;
  onChange: (form: ScheduleForm) => void;
}) {
  const { form, onChange } = props;
  const t = useT();
  const problem = problemOf(form);
  const field = (name: keyof ScheduleForm): TextFieldProps => ({
    id: `klutch-schedule-${name}`,
    label: t(`instance.schedule.${name}`),
    value: form[name],
    onChange: event => onChange({ ...form, [name]: event.target.value }),
    margin: 'normal',
    fullWidth: true,
    ...(problem === name && {
      error: true,
      helperText: t(`instance.schedule.problem.${name}`),
    }),
  });
  const { frequency } = form;
  return (
    <>
      <TextField {...field('frequency')} select>
        {frequencies.map(value => (
          <MenuItem key={value} value={value}>
            {t(`instance.schedule.choice.${value}`)}
          </MenuItem>
        ))}
      </TextField>
      {frequency === 'weekly' && (
        <TextField {...field('weekday')} select>
          {weekdays(t).map((name, day) => (
            <MenuItem key={name} value={String(day)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {(frequency === 'daily' || frequency === 'weekly') && (
        <TextField {...field('time')} type="time" />
      )}
      {frequency === 'custom' && (
        <TextField
          helperText={t('instance.schedule.cronHelp')}
          {...field('cron')}
          autoComplete="off"
        />
      )}
      {frequency !== 'off' && (
        <TextField
          helperText={t('instance.schedule.keptHelp')}
          {...field('kept')}
          type="number"
          inputProps={{ min: 1, max: 1000 }}
        />
      )}
    </>
  );
}

export function ScheduleDialog(props: {
  instance: ClaimDetail;
  /** Backups of the instance. */
  backups: readonly Claim[];
  /** Whether those are all. */
  isWhole: boolean;
  onClose: () => void;
}) {
  const { instance, backups, isWhole, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const update = useUpdateClaim(instance);
  const [present] = useState(() =>
    formOf(instance.backupSchedule, !isWhole || backups.some(isScheduled)),
  );
  const { start, onError } = useEditStart(instance);
  const before = { backupSchedule: start.backupSchedule ?? null };
  const [form, setForm] = useState(present);
  const backupSchedule = scheduleOf(form);
  const problem = problemOf(form);
  const deleted = problem
    ? 0
    : numberDeleted(backupSchedule, instance, backups);
  return (
    <Dialog
      title={t('instance.schedule.dialog', { name: instance.name })}
      action={t('shared.save')}
      busy={update.isPending}
      ready={problem === undefined}
      isChanged={JSON.stringify(form) !== JSON.stringify(present)}
      error={update.error}
      onClose={onClose}
      onAction={() =>
        update.mutate(
          { backupSchedule, before },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t(
                  backupSchedule
                    ? 'instance.schedule.saved'
                    : 'instance.schedule.removed',
                ),
              });
              onClose();
            },
            onError,
          },
        )
      }
    >
      <DialogContentText>{t('instance.schedule.explain')}</DialogContentText>
      {update.error?.kind === 'conflict' && (
        <Notice tone="neutral" title={t('instance.schedule.present')}>
          {scheduleText(instance.backupSchedule, t)}{' '}
          {instance.backupSchedule && keptText(instance.backupSchedule, t)}
        </Notice>
      )}
      <ScheduleFields form={form} onChange={setForm} />
      {deleted > 0 && (
        <Notice tone="warning">
          {t('instance.schedule.deletes', { count: deleted })}
        </Notice>
      )}
      {!isWhole && backupSchedule?.kept !== undefined && (
        <Notice tone="warning">{t('instance.schedule.deletesUnseen')}</Notice>
      )}
    </Dialog>
  );
}
