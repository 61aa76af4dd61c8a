/** Backups tab: age of the last good backup, list of backups, "Back up now", restore, and list of restores. */
import Button from '@material-ui/core/Button';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import { useState } from 'react';
import type { Claim, ClaimDetail } from '../api/types';
import { useClaimsOf, useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { EmptyState } from '../shared/EmptyState';
import { FormError } from '../shared/FormError';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { BackupBanner } from './BackupBanner';
import { BackupRow } from './BackupRow';
import { DeleteClaimDialog } from './DeleteClaimDialog';
import { newestFirst } from './newestFirst';
import { RestoreDialog } from './RestoreDialog';
import { RestoresSection } from './RestoresSection';
import { useBackUpNow } from './useBackUpNow';
import { useRelatedOrder } from './useRelatedOrder';

export function BackupsTab({ instance }: { instance: ClaimDetail }) {
  const t = useT();
  const backups = useClaimsOf(instance, 'backup');
  const backUp = useBackUpNow(instance);
  const restore = useRelatedOrder(instance, 'restore');
  const me = useMe();
  const restoreDisabledReason =
    me.data && !me.data.mayReveal
      ? t('shared.permission.restore')
      : restore.reason;
  const [restoring, setRestoring] = useState<Claim>();
  const [deleting, setDeleting] = useState<Claim>();
  const start = (
    <DisabledReason reason={backUp.reason}>
      <Button
        variant="contained"
        color="primary"
        disabled={backUp.disabled}
        onClick={() => backUp.start()}
      >
        {t('instance.action.backup')}
      </Button>
    </DisabledReason>
  );

  return (
    <>
      <FormError error={backUp.error} />
      <Section title={t('instance.backups.title')} actions={start}>
        <QueryState query={backups} label={t('instance.backups.what')}>
          {({ items }) => (
            <>
              {!backUp.isUnsupported && <BackupBanner backups={items} />}
              {items.length === 0 ? (
                <EmptyState>
                  {backUp.isUnsupported
                    ? backUp.reason
                    : t('instance.backups.empty')}
                </EmptyState>
              ) : (
                <TableContainer>
                  <Table aria-label={t('instance.backups.title')}>
                    <TableHead>
                      <TableRow>
                        <TableCell>
                          {t('instance.backups.column.name')}
                        </TableCell>
                        <TableCell>
                          {t('instance.backups.column.state')}
                        </TableCell>
                        <TableCell align="right">
                          {t('instance.backups.column.size')}
                        </TableCell>
                        <TableCell>
                          {t('instance.backups.column.finished')}
                        </TableCell>
                        <TableCell align="right">
                          {t('instance.backups.column.actions')}
                        </TableCell>
                      </TableRow>
                    </TableHead>
                    <TableBody>
                      {newestFirst(items).map(backup => (
                        <BackupRow
                          key={backup.uid}
                          backup={backup}
                          restoreDisabledReason={restoreDisabledReason}
                          onRestore={setRestoring}
                          onDelete={setDeleting}
                        />
                      ))}
                    </TableBody>
                  </Table>
                </TableContainer>
              )}
            </>
          )}
        </QueryState>
      </Section>
      <RestoresSection instance={instance} />
      {restoring && (
        <RestoreDialog
          instance={instance}
          backup={restoring}
          onClose={() => setRestoring(undefined)}
        />
      )}
      {deleting && (
        <DeleteClaimDialog
          claim={deleting}
          title={t('instance.backups.deleteTitle', { name: deleting.name })}
          text={t('instance.backups.deleteText')}
          action={t('instance.backups.deleteAction')}
          done={t('instance.backups.deleted', { name: deleting.name })}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
