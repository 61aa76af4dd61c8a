/** What people and other clients did to an instance and its service bindings, backups and restores. */
import Typography from '@material-ui/core/Typography';
import type { Activity, ClaimDetail } from '../api/types';
import { useClaimActivity } from '../hooks/useQueries';
import { useT, type T } from '../hooks/useT';
import type { Column } from '../shared/DataTable';
import { EntityLink } from '../shared/EntityLink';
import { Notice } from '../shared/Notice';
import { PagedTable } from '../shared/PagedTable';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';

/** What was done, as a sentence without its subject. */
export function actionText(activity: Activity, t: T): string {
  const { action, fields, name, reason, type } = activity;
  const what = t(`instance.activity.claim.${type}`, { name });
  if (action === 'revealed' && reason) {
    return t('instance.activity.revealedReason', { what, reason });
  }
  return action === 'changed' && fields
    ? t('instance.activity.changedFields', { what, fields: fields.join(', ') })
    : t(`instance.activity.${action}`, { what });
}

function DoneBy({ activity }: { activity: Activity }) {
  const t = useT();
  const { user, client, bySchedule } = activity;
  if (user) return <EntityLink entityRef={user} />;
  if (bySchedule) return <>{t('instance.activity.schedule')}</>;
  return (
    <>
      {client
        ? t('instance.activity.client', { client })
        : t('instance.activity.unrecorded')}
    </>
  );
}

export function HistorySection({ claim }: { claim: ClaimDetail }) {
  const t = useT();
  const activity = useClaimActivity(claim);
  const columns: Column<Activity>[] = [
    {
      id: 'at',
      title: t('instance.activity.column.at'),
      render: ({ at }) => <RelativeTime at={at} />,
    },
    {
      id: 'action',
      title: t('instance.activity.column.action'),
      render: item => actionText(item, t),
    },
    {
      id: 'by',
      title: t('instance.activity.column.by'),
      render: item => <DoneBy activity={item} />,
    },
  ];
  return (
    <Section title={t('instance.activity.title')}>
      <QueryState query={activity} label={t('instance.activity.history')}>
        {({ items, hidden }) => (
          <>
            {hidden && (
              <Notice tone="neutral">{t('instance.hidden.activity')}</Notice>
            )}
            {items.length === 0 && !hidden && (
              <Typography variant="body2" color="textSecondary">
                {t('instance.activity.nothing')}
              </Typography>
            )}
            {items.length > 0 && (
              <PagedTable
                size="small"
                label={t('instance.activity.title')}
                columns={columns}
                rows={items}
                keyOf={({ at, action, resource, name, user, client }) =>
                  [at, action, resource, name, user, client].join(' ')
                }
              />
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}
