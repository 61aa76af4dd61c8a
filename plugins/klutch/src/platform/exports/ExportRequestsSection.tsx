/** Table of the export requests of app clusters. */
import Typography from '@material-ui/core/Typography';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useAppClusterTitle } from '../../hooks/useAppClusterTitle';
import { useExportRequests } from '../usePlatformQueries';
import { useT, type T } from '../../hooks/useT';
import type { Column } from '../../shared/DataTable';
import { IconText } from '../../shared/IconText';
import { PagedTable } from '../../shared/PagedTable';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import type { Tone } from '../../shared/tones';

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
  const columns: Column<Schemas['ExportRequest']>[] = [
    {
      id: 'request',
      title: t('platform.exports.column.request'),
      render: ({ name }) => name,
    },
    {
      id: 'cluster',
      title: t('platform.exports.column.cluster'),
      render: ({ cluster }) => titleOf(cluster),
    },
    {
      id: 'apis',
      title: t('platform.exports.column.apis'),
      render: ({ resources }) => resources.join(', '),
    },
    {
      id: 'phase',
      title: t('platform.exports.column.phase'),
      render: request => {
        const { tone, text } = phaseOf(request, t);
        return (
          <>
            <IconText tone={tone}>{text}</IconText>
            {request.message && (
              <Typography variant="body2" color="textSecondary">
                {request.message}
              </Typography>
            )}
          </>
        );
      },
    },
    {
      id: 'age',
      title: t('platform.exports.column.age'),
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <Section title={t('platform.exports.requests')}>
      <QueryState query={requests} label={t('platform.exports.what')}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {t('platform.exports.noRequests')}
            </Typography>
          ) : (
            <PagedTable
              size="small"
              label={t('platform.exports.requests')}
              columns={columns}
              rows={waitingFirst(items)}
              keyOf={({ clusterNamespace, name }) =>
                `${clusterNamespace}/${name}`
              }
            />
          )
        }
      </QueryState>
    </Section>
  );
}
