/** Table of instances; rows of an unreachable app cluster are greyed and show when they were last seen. */
import { Link } from '@backstage/core-components';
import Paper from '@material-ui/core/Paper';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useMemo } from 'react';
import type { Claim } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useT, type T } from '../hooks/useT';
import { DataTable, type Column as TableColumn } from '../shared/DataTable';
import { EntityLink } from '../shared/EntityLink';
import { LastBackup } from '../shared/LastBackup';
import { RelativeTime, useRelativeTime } from '../shared/RelativeTime';
import { ServiceIcon } from '../shared/ServiceIcon';
import { StateLabel } from '../shared/StateLabel';
import type { Column, Order } from './instanceList';

const ellipsis = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

const useStyles = makeStyles(theme => ({
  root: { border: `1px solid ${theme.palette.divider}` },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    maxWidth: 240,
    '& > a': ellipsis,
  },
  owner: { maxWidth: 200, ...ellipsis },
  muted: { color: theme.palette.text.secondary },
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

function Owner({ entityRef }: { entityRef: string | undefined }) {
  const classes = useStyles();
  return (
    <div className={classes.owner}>
      {entityRef ? <EntityLink entityRef={entityRef} /> : '–'}
    </div>
  );
}

/** Icon of a service, given as `<plural>.<group>`. */
type IconOf = (resource: string) => string;

function columnsOf(
  iconOf: IconOf,
  context: {
    classes: ReturnType<typeof useStyles>;
    links: ReturnType<typeof useLinks>;
    t: T;
  },
): TableColumn<Claim, Column>[] {
  const { classes, links, t } = context;
  const titleOf = (column: Column) => t(`instances.column.${column}`);
  return [
    {
      id: 'name',
      title: titleOf('name'),
      render: claim => (
        <div className={classes.name}>
          <ServiceIcon icon={iconOf(claim.resource)} size={28} />
          <Link to={links.instance(claim)} title={claim.name}>
            {claim.name}
          </Link>
        </div>
      ),
    },
    {
      id: 'service',
      title: titleOf('service'),
      render: ({ kind, serviceTitle, versionTitle }) =>
        versionTitle ?? serviceTitle ?? kind,
    },
    {
      id: 'plan',
      title: titleOf('plan'),
      render: ({ planTitle }) => planTitle ?? '–',
    },
    {
      id: 'where',
      title: titleOf('where'),
      render: ({ clusterTitle, namespace }) => (
        <>
          {clusterTitle}
          <Typography variant="body2" className={classes.muted}>
            {namespace}
          </Typography>
        </>
      ),
    },
    {
      id: 'state',
      title: titleOf('state'),
      noWrap: true,
      render: claim => (
        <>
          <StateLabel claim={claim} />
          {claim.lastSeenAt && <LastSeen at={claim.lastSeenAt} />}
        </>
      ),
    },
    {
      id: 'lastBackup',
      title: titleOf('lastBackup'),
      noWrap: true,
      render: instance => (
        <LastBackup instance={instance} none={t('instances.noBackup')} />
      ),
    },
    {
      id: 'owner',
      title: titleOf('owner'),
      render: ({ owner }) => <Owner entityRef={owner} />,
    },
    {
      id: 'age',
      title: titleOf('age'),
      noWrap: true,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

/** The same while they show the same, so that rows are not rendered again. */
function useColumns(iconOf: IconOf) {
  const classes = useStyles();
  const links = useLinks();
  const t = useT();
  return useMemo(
    () => columnsOf(iconOf, { classes, links, t }),
    [classes, iconOf, links, t],
  );
}

export function InstancesTable(props: {
  claims: Claim[];
  iconOf: IconOf;
  /** The rows of another filter, order or page are still being loaded. */
  isOutdated: boolean;
  order: Order;
  onSort: (column: Column) => void;
  /** Selected rows of this page, by UID. */
  selected: ReadonlySet<string>;
  onSelect: (uids: ReadonlySet<string>) => void;
}) {
  const { isOutdated, order, onSort } = props;
  const classes = useStyles();
  const t = useT();
  const columns = useColumns(props.iconOf);
  return (
    <Paper elevation={0} className={classes.root}>
      <DataTable
        label={t('shared.nav.instances')}
        columns={columns}
        rows={props.claims}
        keyOf={({ uid }) => uid}
        isMuted={({ lastSeenAt }) => lastSeenAt !== undefined}
        isBusy={isOutdated}
        order={{ ...order, onSort }}
        selection={{
          keys: props.selected,
          onChange: props.onSelect,
          allLabel: t('instances.selectAll'),
          labelOf: ({ name }) => t('instances.select', { name }),
        }}
      />
    </Paper>
  );
}
