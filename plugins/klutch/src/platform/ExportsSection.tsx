/** Table of the exports with app cluster, permission claims, conditions and schema version. */
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Condition } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useExports } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';

const useStyles = makeStyles({ short: { whiteSpace: 'nowrap' } });

const columns = [
  'api',
  'cluster',
  'claims',
  'conditions',
  'schema',
  'age',
] as const;

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
  const classes = useStyles();
  const t = useT();
  const exports = useExports();
  const titleOf = useAppClusterTitle();
  return (
    <Section title={t('platform.exports.exports')}>
      <QueryState query={exports} label={t('platform.exports.what')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t('platform.exports.noExports')}</EmptyState>
          ) : (
            <TableContainer>
              <Table size="small" aria-label={t('platform.exports.exports')}>
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
                  {items.map(item => (
                    <TableRow
                      key={`${item.clusterNamespace}/${item.name}`}
                      hover
                    >
                      <TableCell component="th" scope="row">
                        {item.name}
                      </TableCell>
                      <TableCell>{titleOf(item.cluster)}</TableCell>
                      <TableCell>
                        {item.claimsText || t('platform.claims.none')}
                      </TableCell>
                      <TableCell>
                        <Conditions conditions={item.conditions} />
                      </TableCell>
                      <TableCell>
                        <code title={item.schemaHash}>
                          {item.schemaHash?.slice(0, 10) ?? '–'}
                        </code>
                      </TableCell>
                      <TableCell className={classes.short}>
                        <RelativeTime at={item.createdAt} />
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
