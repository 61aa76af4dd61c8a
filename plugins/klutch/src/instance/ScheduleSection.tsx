/** When backups are taken by themselves, when the next one is due, and whether one is missing. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { DateTime } from 'luxon';
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useForbidden } from '../hooks/useForbidden';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { Notice } from '../shared/Notice';
import { Section } from '../shared/Section';
import { ScheduleDialog } from './ScheduleDialog';
import { keptText, scheduleText } from './scheduleText';

export function ScheduleSection(props: {
  instance: ClaimDetail;
  /** Backups of the instance. */
  backups: readonly Claim[];
  /** Whether those are all. */
  isWhole: boolean;
  /** Why backups cannot be ordered, as a message for users. */
  disabledReason: string | undefined;
}) {
  const { instance } = props;
  const { backupSchedule: schedule, backupTimes } = instance;
  const t = useT();
  const forbidden = useForbidden(instance);
  const [isOpen, setOpen] = useState(false);
  const format = (at: string) =>
    `${DateTime.fromISO(at, {
      locale: t('shared.locale'),
      zone: 'utc',
    }).toLocaleString(DateTime.DATETIME_MED)} UTC`;
  // A schedule that is not carried out can be removed.
  const unavailable = schedule ? undefined : props.disabledReason;
  const reason = forbidden.change('instance') ?? unavailable;
  const { nextAt, overdueSince } = backupTimes ?? {};
  return (
    <Section
      title={t('instance.schedule.title')}
      actions={
        <DisabledReason reason={reason}>
          <Button
            variant="outlined"
            disabled={Boolean(reason)}
            onClick={() => setOpen(true)}
          >
            {t(schedule ? 'instance.schedule.change' : 'instance.schedule.set')}
          </Button>
        </DisabledReason>
      }
    >
      {schedule && overdueSince && (
        <Notice
          tone="warning"
          title={t('instance.schedule.overdue', { time: format(overdueSince) })}
        >
          {t('instance.schedule.overdueText')}
        </Notice>
      )}
      {schedule && !nextAt && (
        <Notice tone="error" title={t('instance.schedule.unreadable')}>
          {t('instance.schedule.unreadableText', { cron: schedule.cron })}
        </Notice>
      )}
      <Typography variant="body1">{scheduleText(schedule, t)}</Typography>
      {schedule && (
        <Typography variant="body2" color="textSecondary">
          {keptText(schedule, t)}{' '}
          {nextAt && t('instance.schedule.next', { time: format(nextAt) })}
        </Typography>
      )}
      {isOpen && (
        <ScheduleDialog
          instance={instance}
          backups={props.backups}
          isWhole={props.isWhole}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
