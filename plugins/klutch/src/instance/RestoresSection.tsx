/** Table of the restores into an instance. */
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import type { Claim } from '../api/types';
import { useClaimsOf } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { StateLabel } from '../shared/StateLabel';
import { newestFirst } from './newestFirst';

const columns = ['name', 'backup', 'state', 'started', 'finished'] as const;

export function RestoresSection({ instance }: { instance: Claim }) {
  const t = useT();
  const restores = useClaimsOf(instance, 'restore');
  return (
    <Section title={t('instance.restores.title')}>
      <QueryState query={restores} label={t('instance.restores.what')}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {t('instance.restores.empty')}
            </Typography>
          ) : (
            <TableContainer>
              <Table aria-label={t('instance.restores.title')}>
                <TableHead>
                  <TableRow>
                    {columns.map(column => (
                      <TableCell key={column}>
                        {t(`instance.restores.column.${column}`)}
                      </TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {newestFirst(items).map(restore => (
                    <TableRow key={restore.uid} hover>
                      <TableCell component="th" scope="row">
                        {restore.name}
                      </TableCell>
                      <TableCell>{restore.backupRef ?? '–'}</TableCell>
                      <TableCell>
                        <StateLabel claim={restore} />
                        {restore.message && (
                          <Typography variant="body2" color="textSecondary">
                            {restore.message}
                          </Typography>
                        )}
                      </TableCell>
                      <TableCell>
                        <RelativeTime at={restore.createdAt} />
                      </TableCell>
                      <TableCell>
                        <RelativeTime at={restore.finishedAt} />
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
          )
        }
      </QueryState>
    </Section>
  );
}
