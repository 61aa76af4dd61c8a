/** The backups that stayed on the app clusters when their instances were deleted. */
import Box from '@material-ui/core/Box';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useForbidden } from '../hooks/useForbidden';
import { MAX_LIMIT, useClaims, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { BackupActions } from '../instance/BackupActions';
import { DeleteBackupDialog } from '../instance/DeleteBackupDialog';
import type { Column } from '../shared/DataTable';
import { EmptyState } from '../shared/EmptyState';
import { formatBytes } from '../shared/formatBytes';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { PagedTable } from '../shared/PagedTable';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { StateWithMessage } from '../shared/StateWithMessage';
import { RestoreDeletedDialog } from './RestoreDeletedDialog';

/** A row that does not say it yet; the backend then refuses. */
const anything: ClaimDetail['may'] = {
  change: ['backup'],
  create: ['restore'],
  delete: ['backup'],
  reveal: true,
};

function Actions(props: {
  backup: Claim;
  restoreDisabledReason: string | undefined;
  onRestore: (backup: Claim) => void;
  onDelete: (backup: Claim) => void;
}) {
  const { backup } = props;
  const forbidden = useForbidden({ ...backup, may: backup.may ?? anything });
  return (
    <BackupActions
      {...props}
      restoreDisabledReason={
        props.restoreDisabledReason ?? forbidden.create('restore')
      }
      forbidden={forbidden}
    />
  );
}

/** Why backups of an API's instances cannot be restored into others, by the API. */
function useRestoreReason() {
  const t = useT();
  const services = useServices().data?.items ?? [];
  return (resource: string | undefined) => {
    const serviceOf = (api: string | undefined) =>
      services.find(service => service.resource === api);
    const { restore } = serviceOf(resource)?.relatedApis ?? {};
    return serviceOf(restore)?.restoresElsewhere
      ? undefined
      : t('instances.deleted.notElsewhere');
  };
}

function BackupsTable(props: {
  backups: Claim[];
  total: number;
  onRestore: (backup: Claim) => void;
  onDelete: (backup: Claim) => void;
}) {
  const { backups, total, ...actions } = props;
  const t = useT();
  const reasonAgainst = useRestoreReason();
  const columns: Column<Claim>[] = [
    {
      id: 'name',
      title: t('instance.backups.column.name'),
      render: ({ name }) => name,
    },
    {
      id: 'instance',
      title: t('instances.deleted.instance'),
      render: ({ instanceRef }) => instanceRef,
    },
    {
      id: 'where',
      title: t('instances.column.where'),
      render: ({ clusterTitle, namespace }) => `${clusterTitle} / ${namespace}`,
    },
    {
      id: 'state',
      title: t('instance.backups.column.state'),
      render: backup => <StateWithMessage claim={backup} />,
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
      id: 'actions',
      title: t('instance.backups.column.actions'),
      align: 'right',
      render: backup => (
        <Actions
          backup={backup}
          restoreDisabledReason={reasonAgainst(backup.instanceResource)}
          {...actions}
        />
      ),
    },
  ];
  return (
    <PagedTable
      label={t('instances.deleted.title')}
      columns={columns}
      rows={backups}
      total={total}
      keyOf={({ uid }) => uid}
    />
  );
}

function Backups() {
  const t = useT();
  const backups = useClaims({
    type: 'backup',
    withoutInstance: true,
    sort: '-created',
    limit: MAX_LIMIT,
    may: true,
  });
  const [restoring, setRestoring] = useState<Claim>();
  const [deleting, setDeleting] = useState<Claim>();
  return (
    <Section title={t('instances.deleted.title')}>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('instances.deleted.text')}
      </Typography>
      <QueryState query={backups} label={t('instances.deleted.title')}>
        {({ items, total, complete }) => (
          <>
            <IncompleteNotice complete={complete} />
            {items.length === 0 && complete !== false && (
              <EmptyState>{t('instances.deleted.none')}</EmptyState>
            )}
            {items.length > 0 && (
              <BackupsTable
                backups={items}
                total={total}
                onRestore={setRestoring}
                onDelete={setDeleting}
              />
            )}
          </>
        )}
      </QueryState>
      {restoring && (
        <RestoreDeletedDialog
          backup={restoring}
          onClose={() => setRestoring(undefined)}
        />
      )}
      {deleting && (
        <DeleteBackupDialog
          backup={deleting}
          text={t('instance.backups.deleteText')}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Section>
  );
}

/** Read only once asked for: few people need the list, and every change would read it again. */
export function DeletedInstanceBackups() {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  return (
    <Box mt={2}>
      {isShown ? (
        <Backups />
      ) : (
        <Button onClick={() => setIsShown(true)}>
          {t('instances.deleted.show')}
        </Button>
      )}
    </Box>
  );
}
