/** Table of the exports with app cluster, permission claims, conditions and schema version. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Condition } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useExports } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';

const useStyles = makeStyles({ short: { whiteSpace: 'nowrap' } });

function Conditions({ conditions }: { conditions: Condition[] }) {
  const classes = useStyles();
  const t = useT();
  const bad = conditions.filter(condition => condition.status !== 'True');
  if (conditions.length === 0) {
    return (
      <IconText tone="busy">{t('platform.exports.noConditions')}</IconText>
    );
  }
  if (bad.length === 0) {
    return (
      <span className={classes.short}>
        <IconText tone="ok">{t('platform.exports.good')}</IconText>
      </span>
    );
  }
  return (
    <>
      {bad.map(({ type, status, message }) => (
        <div key={type}>
          <IconText tone={status === 'False' ? 'warning' : 'busy'}>
            {status === 'False'
              ? t('platform.exports.bad', { type })
              : t('platform.exports.pending', { type })}
          </IconText>
          {message && (
            <Typography variant="body2" color="textSecondary">
              {message}
            </Typography>
          )}
        </div>
      ))}
    </>
  );
}

export function ExportsSection() {
  const t = useT();
  const exports = useExports();
  const titleOf = useAppClusterTitle();
  const columns: Column<Schemas['Export']>[] = [
    {
      id: 'api',
      title: t('platform.exports.column.api'),
      render: ({ name }) => name,
    },
    {
      id: 'cluster',
      title: t('platform.exports.column.cluster'),
      render: ({ cluster }) => titleOf(cluster),
    },
    {
      id: 'claims',
      title: t('platform.exports.column.claims'),
      render: ({ claimsText }) => claimsText || t('platform.claims.none'),
    },
    {
      id: 'conditions',
      title: t('platform.exports.column.conditions'),
      render: ({ conditions }) => <Conditions conditions={conditions} />,
    },
    {
      id: 'schema',
      title: t('platform.exports.column.schema'),
      render: ({ schemaHash }) => (
        <code title={schemaHash}>{schemaHash?.slice(0, 10) ?? '–'}</code>
      ),
    },
    {
      id: 'age',
      title: t('platform.exports.column.age'),
      noWrap: true,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <Section title={t('platform.exports.exports')}>
      <QueryState query={exports} label={t('platform.exports.what')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t('platform.exports.noExports')}</EmptyState>
          ) : (
            <DataTable
              size="small"
              label={t('platform.exports.exports')}
              columns={columns}
              rows={items}
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
