/** Table of instances; rows of an unreachable app cluster are greyed and show when they were last seen. */
import { Link } from '@backstage/core-components';
import Paper from '@material-ui/core/Paper';
import Table from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import TableSortLabel from '@material-ui/core/TableSortLabel';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Claim } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { ownerName } from '../shared/ownerName';
import { RelativeTime, useRelativeTime } from '../shared/RelativeTime';
import { ServiceIcon } from '../shared/ServiceIcon';
import { StateLabel } from '../shared/StateLabel';
import { columns, type Column, type Order } from './instanceList';

const columnNames = Object.keys(columns) as Column[];

const useStyles = makeStyles(theme => ({
  root: { border: `1px solid ${theme.palette.divider}` },
  unreachable: { opacity: 0.6 },
  outdated: { opacity: 0.6 },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    maxWidth: 240,
    '& > a': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
  muted: { color: theme.palette.text.secondary },
  short: { whiteSpace: 'nowrap' },
}));

function LastSeen({ at }: { at: string }) {
  const classes = useStyles();
  const t = useT();
  const time = useRelativeTime(at);
  return (
    <Typography variant="body2" className={classes.muted}>
      {t('shared.appCluster.lastSeen', { time })}
    </Typography>
  );
}

export function InstancesTable(props: {
  claims: Claim[];
  clusterTitle: (id: string) => string;
  /** Icon of a service, given as `<plural>.<group>`. */
  iconOf: (resource: string) => string;
  /** The rows of another filter, order or page are still being loaded. */
  isOutdated: boolean;
  order: Order;
  onSort: (column: Column) => void;
}) {
  const { clusterTitle, isOutdated, order, onSort } = props;
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  return (
    <TableContainer component={Paper} elevation={0} className={classes.root}>
      <Table
        aria-label={t('shared.nav.instances')}
        aria-busy={isOutdated}
        className={isOutdated ? classes.outdated : undefined}
      >
        <TableHead>
          <TableRow>
            {columnNames.map(column => {
              const isSorted = order.column === column;
              const direction = order.isReversed ? 'desc' : 'asc';
              return (
                <TableCell
                  key={column}
                  sortDirection={isSorted ? direction : false}
                >
                  <TableSortLabel
                    active={isSorted}
                    direction={isSorted ? direction : 'asc'}
                    onClick={() => onSort(column)}
                  >
                    {t(`instances.column.${column}`)}
                  </TableSortLabel>
                </TableCell>
              );
            })}
          </TableRow>
        </TableHead>
        <TableBody>
          {props.claims.map(claim => (
            <TableRow
              key={claim.uid}
              hover
              className={claim.lastSeenAt && classes.unreachable}
            >
              <TableCell component="th" scope="row">
                <div className={classes.name}>
                  <ServiceIcon icon={props.iconOf(claim.resource)} size={28} />
                  <Link to={links.instance(claim)} title={claim.name}>
                    {claim.name}
                  </Link>
                </div>
              </TableCell>
              <TableCell>
                {claim.serviceTitle ?? claim.kind}
                {claim.service && (
                  <Typography variant="body2" className={classes.muted}>
                    {claim.service}
                  </Typography>
                )}
              </TableCell>
              <TableCell>{claim.plan ?? '–'}</TableCell>
              <TableCell>
                {clusterTitle(claim.cluster)}
                <Typography variant="body2" className={classes.muted}>
                  {claim.namespace}
                </Typography>
              </TableCell>
              <TableCell className={classes.short}>
                <StateLabel claim={claim} />
                {claim.lastSeenAt && <LastSeen at={claim.lastSeenAt} />}
              </TableCell>
              <TableCell className={classes.short}>
                {claim.lastBackupAt ? (
                  <RelativeTime at={claim.lastBackupAt} />
                ) : (
                  t('instances.noBackup')
                )}
              </TableCell>
              <TableCell>
                {claim.owner ? (
                  <span title={claim.owner}>{ownerName(claim.owner)}</span>
                ) : (
                  '–'
                )}
              </TableCell>
              <TableCell className={classes.short}>
                <RelativeTime at={claim.createdAt} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
