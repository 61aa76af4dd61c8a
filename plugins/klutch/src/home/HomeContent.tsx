/** Content of the widget for the home page: the user's instances by state, and those that need attention. */
import { Link } from '@backstage/core-components';
import { makeStyles } from '@material-ui/core/styles';
import Typography from '@material-ui/core/Typography';
import { useId } from 'react';
import type { ClaimState } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { QueryState } from '../shared/QueryState';
import { StateLabel } from '../shared/StateLabel';

/** Instances that the widget names; the others are on the page that the widget links to. */
const maxNamed = 5;

type ClaimPage = NonNullable<ReturnType<typeof useClaims>['data']>;

const attentionStates: readonly ClaimState[] = [
  'Failed',
  'Degraded',
  'Unknown',
];

const useStyles = makeStyles(theme => ({
  list: {
    listStyle: 'none',
    margin: theme.spacing(1, 0, 2),
    padding: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1, 3),
  },
  rows: { flexDirection: 'column' },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0, 2),
  },
  title: { fontSize: 14, fontWeight: 600 },
}));

function Attention({ complete, items }: Pick<ClaimPage, 'complete' | 'items'>) {
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  const titleId = useId();
  const named = items.filter(({ state }) => attentionStates.includes(state));
  if (named.length === 0) {
    return complete === false ? null : (
      <Typography paragraph>{t('home.nothingWrong')}</Typography>
    );
  }
  return (
    <>
      <Typography id={titleId} variant="h3" className={classes.title}>
        {t('home.attention')}
      </Typography>
      <ul
        aria-labelledby={titleId}
        className={`${classes.list} ${classes.rows}`}
      >
        {named.map(claim => (
          <li key={claim.uid} className={classes.row}>
            <Link to={links.instance(claim)}>{claim.name}</Link>
            <Typography variant="body2" component="span" color="textSecondary">
              {t('instance.head.where', {
                namespace: claim.namespace,
                cluster: claim.clusterTitle,
              })}
            </Typography>
            <StateLabel claim={claim} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Instances({ items, total, facets, complete }: ClaimPage) {
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  if (total === 0) {
    return complete === false ? (
      <IncompleteNotice complete={complete} />
    ) : (
      <EmptyState action={<Link to={links.services()}>{t('home.order')}</Link>}>
        {t('home.empty')}
      </EmptyState>
    );
  }
  return (
    <>
      <IncompleteNotice complete={complete} />
      <ul aria-label={t('home.states')} className={classes.list}>
        {facets?.state.map(({ value, count }) => (
          <li key={value}>
            <Link to={`${links.instances()}?state=${value}`}>
              {t(`shared.state.${value as ClaimState}`)}: {count}
            </Link>
          </li>
        ))}
      </ul>
      <Attention items={items} complete={complete} />
      <Link to={links.instances()}>{t('home.all', { total: `${total}` })}</Link>
    </>
  );
}

export function HomeContent() {
  const t = useT();
  const claims = useClaims({
    type: 'instance',
    // Begins with what needs attention.
    sort: 'state',
    limit: maxNamed,
    facets: true,
  });
  return (
    <QueryState query={claims} label={t('home.label')}>
      {page => <Instances {...page} />}
    </QueryState>
  );
}
