/** Table of the export requests of app clusters. */
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useExportRequests } from '../hooks/usePlatformQueries';
import { useT, type T } from '../hooks/useT';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import type { Tone } from '../shared/tones';

const columns = ['request', 'cluster', 'apis', 'phase', 'age'] as const;

function phaseOf(
  request: Schemas['ExportRequest'],
  t: T,
): { tone: Tone; text: string } {
  switch (request.phase) {
    case 'Succeeded':
      return { tone: 'ok', text: t('platform.exports.phase.Succeeded') };
    case 'Failed':
      return { tone: 'error', text: t('platform.exports.phase.Failed') };
    default:
      return { tone: 'busy', text: t('platform.exports.phase.Pending') };
  }
}

/** Moves unfinished requests to the front; the order is otherwise unchanged. */
export function waitingFirst<R extends { phase: string }>(requests: R[]): R[] {
  const isDone = (request: R) => Number(request.phase === 'Succeeded');
  return [...requests].sort((a, b) => isDone(a) - isDone(b));
}

export function ExportRequestsSection() {
  const t = useT();
  const requests = useExportRequests();
  const titleOf = useAppClusterTitle();
  return (
    <Section title={t('platform.exports.requests')}>
      <QueryState query={requests} label={t('platform.exports.what')}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {t('platform.exports.noRequests')}
            </Typography>
          ) : (
            <TableContainer>
              <Table size="small" aria-label={t('platform.exports.requests')}>
                <TableHead>
                  <TableRow>
                    {columns.map(column => (
                      <TableCell key={column}>
                        {t(`platform.exports.column.${column}`)}
                      </TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {waitingFirst(items).map(request => {
                    const phase = phaseOf(request, t);
                    return (
                      <TableRow
                        key={`${request.clusterNamespace}/${request.name}`}
                        hover
                      >
                        <TableCell component="th" scope="row">
                          {request.name}
                        </TableCell>
                        <TableCell>{titleOf(request.cluster)}</TableCell>
                        <TableCell>{request.resources.join(', ')}</TableCell>
                        <TableCell>
                          <IconText tone={phase.tone}>{phase.text}</IconText>
                          {request.message && (
                            <Typography variant="body2" color="textSecondary">
                              {request.message}
                            </Typography>
                          )}
                        </TableCell>
                        <TableCell>
                          <RelativeTime at={request.createdAt} />
                        </TableCell>
                      </TableRow>
                    );
                  })}
                </TableBody>
              </Table>
            </TableContainer>
          )
        }
      </QueryState>
    </Section>
  );
}
