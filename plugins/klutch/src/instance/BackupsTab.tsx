/** Backups tab: age of the last good backup, list of backups, "Back up now", restore, and list of restores. */
import Button from '@material-ui/core/Button';
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useForbidden, type Forbidden } from '../hooks/useForbidden';
import { useClaimsOf } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import type { Column } from '../shared/DataTable';
import { DisabledReason } from '../shared/DisabledReason';
import { EmptyState } from '../shared/EmptyState';
import { formatBytes } from '../shared/formatBytes';
import { FormError } from '../shared/FormError';
import { PagedTable } from '../shared/PagedTable';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { BackupBanner } from './BackupBanner';
import { BackupActions } from './BackupActions';
import { BackupOrigin } from './BackupOrigin';
import { DeleteBackupDialog } from './DeleteBackupDialog';
import { newestFirst } from './newestFirst';
import { RestoreDialog } from './RestoreDialog';
import { RestoresSection } from './RestoresSection';
import { isDueAgain } from './scheduleForm';
import { ScheduleSection } from './ScheduleSection';
import { StateWithProgress } from './StateWithProgress';
import { isWhole, UnseenRows } from './UnseenRows';
import { useBackUpNow } from './useBackUpNow';
import { useRelatedOrder } from './useRelatedOrder';

function BackupsTable(props: {
  instance: Claim;
  backups: Claim[];
  /** Number of all backups, also those that are not read. */
  total: number;
  /** Why no backup can be restored now, as a message for users. */
  restoreDisabledReason: string | undefined;
  forbidden: Forbidden;
  onRestore: (backup: Claim) => void;
  onDelete: (backup: Claim) => void;
}) {
  const { instance, backups, total, ...actions } = props;
  const t = useT();
  const columns: Column<Claim>[] = [
    {
      id: 'name',
      title: t('instance.backups.column.name'),
      render: ({ name }) => name,
    },
    {
      id: 'state',
      title: t('instance.backups.column.state'),
      render: backup => <StateWithProgress claim={backup} />,
    },
    {
      id: 'size',
      title: t('instance.backups.column.size'),
      align: 'right',
      render: ({ size }) =>
        size === undefined ? '–' : formatBytes(size, t('shared.locale')),
    },
    {
      id: 'finished',
      title: t('instance.backups.column.finished'),
      render: ({ finishedAt }) => <RelativeTime at={finishedAt} />,
    },
    {
      id: 'taken',
      title: t('instance.backups.column.taken'),
      render: backup => <BackupOrigin backup={backup} instance={instance} />,
    },
    {
      id: 'actions',
      title: t('instance.backups.column.actions'),
      align: 'right',
      render: backup => <BackupActions backup={backup} {...actions} />,
    },
  ];
  return (
    <PagedTable
      label={t('instance.backups.title')}
      columns={columns}
      rows={backups}
      total={total}
      keyOf={({ uid }) => uid}
    />
  );
}

function BackUpNowButton(props: { backUp: ReturnType<typeof useBackUpNow> }) {
  const { disabled, reason, start } = props.backUp;
  const t = useT();
  return (
    <DisabledReason reason={reason}>
      <Button
        variant="contained"
        color="primary"
        disabled={disabled}
        onClick={() => start()}
      >
        {t('instance.action.backup')}
      </Button>
    </DisabledReason>
  );
}

/** Whether a claim that was in a list has been deleted; false where the list is cut. */
const isGoneFrom = (
  list: { items: readonly Claim[]; total: number } | undefined,
  claim: Claim,
): boolean =>
  list !== undefined &&
  list.items.length === list.total &&
  !list.items.some(({ uid }) => uid === claim.uid);

export function BackupsTab({ instance }: { instance: ClaimDetail }) {
  const t = useT();
  const backups = useClaimsOf(instance, 'backup');
  const backUp = useBackUpNow(instance);
  const restore = useRelatedOrder(instance, 'restore');
  const forbidden = useForbidden(instance);
  const [restoring, setRestoring] = useState<Claim>();
  const [deleting, setDeleting] = useState<Claim>();
  const { complete } = backups.data ?? {};
  const list = { instance, type: 'backup', complete } as const;
  return (
    <>
      <FormError error={backUp.error} />
      <Section
        title={t('instance.backups.title')}
        actions={<BackUpNowButton backUp={backUp} />}
      >
        <QueryState query={backups} label={t('instance.backups.what')}>
          {({ items, total }) => (
            <>
              <UnseenRows {...list} />
              {!backUp.isUnsupported &&
                (instance.lastBackupAt || isWhole(list)) && (
                  <BackupBanner instance={instance} />
                )}
              {items.length === 0 && isWhole(list) && (
                <EmptyState>
                  {backUp.isUnsupported
                    ? backUp.reason
                    : t('instance.backups.empty')}
                </EmptyState>
              )}
              {items.length > 0 && (
                <BackupsTable
                  instance={instance}
                  backups={newestFirst(items)}
                  total={total}
                  restoreDisabledReason={restore.reason}
                  forbidden={forbidden}
                  onRestore={setRestoring}
                  onDelete={setDeleting}
                />
              )}
            </>
          )}
        </QueryState>
      </Section>
      {!backUp.isUnsupported && (
        <ScheduleSection
          instance={instance}
          backups={backups.data?.items ?? []}
          isWhole={backups.data !== undefined && isWhole(list)}
          disabledReason={backUp.orderReason}
        />
      )}
      <RestoresSection instance={instance} />
      {restoring && (
        <RestoreDialog
          instance={instance}
          backup={restoring}
          isGone={isGoneFrom(backups.data, restoring)}
          onClose={() => setRestoring(undefined)}
        />
      )}
      {deleting && (
        <DeleteBackupDialog
          backup={deleting}
          text={t(
            isDueAgain(deleting, instance)
              ? 'instance.backups.deleteScheduledText'
              : 'instance.backups.deleteText',
          )}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
