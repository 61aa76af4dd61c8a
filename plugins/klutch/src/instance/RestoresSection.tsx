/** Table of the restores into an instance. */
import Typography from '@material-ui/core/Typography';
import type { Claim } from '../api/types';
import { useClaimsOf } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import type { Column } from '../shared/DataTable';
import { PagedTable } from '../shared/PagedTable';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { newestFirst } from './newestFirst';
import { StateWithProgress } from './StateWithProgress';
import { isWhole, UnseenRows } from './UnseenRows';

export function RestoresSection({ instance }: { instance: Claim }) {
  const t = useT();
  const restores = useClaimsOf(instance, 'restore');
  const { complete } = restores.data ?? {};
  const list = { instance, type: 'restore', complete } as const;
  const columns: Column<Claim>[] = [
    {
      id: 'name',
      title: t('instance.restores.column.name'),
      render: ({ name }) => name,
    },
    {
      id: 'backup',
      title: t('instance.restores.column.backup'),
      render: ({ backupRef }) => backupRef ?? '–',
    },
    {
      id: 'state',
      title: t('instance.restores.column.state'),
      render: restore => <StateWithProgress claim={restore} />,
    },
    {
      id: 'started',
      title: t('instance.restores.column.started'),
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'finished',
      title: t('instance.restores.column.finished'),
      render: ({ finishedAt }) => <RelativeTime at={finishedAt} />,
    },
  ];
  return (
    <Section title={t('instance.restores.title')}>
      <QueryState query={restores} label={t('instance.restores.what')}>
        {({ items, total }) => (
          <>
            <UnseenRows {...list} />
            {items.length === 0 && isWhole(list) && (
              <Typography variant="body2" color="textSecondary">
                {t('instance.restores.empty')}
              </Typography>
            )}
            {items.length > 0 && (
              <PagedTable
                label={t('instance.restores.title')}
                columns={columns}
                rows={newestFirst(items)}
                total={total}
                keyOf={({ uid }) => uid}
              />
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}
