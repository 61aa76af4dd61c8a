/** Activity tab: what people did, then events and condition changes of the instance; newest first. */
import type { BackstageTheme } from '@backstage/theme';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import InfoIcon from '@material-ui/icons/InfoOutlined';
import WarningIcon from '@material-ui/icons/Warning';
import type { ClaimDetail } from '../api/types';
import { useClaimEvents } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { Notice } from '../shared/Notice';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { toneColor } from '../shared/tones';
import { HistorySection } from './HistorySection';
import { timelineOf, type TimelineEntry } from './timeline';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  entry: {
    display: 'grid',
    gridTemplateColumns: '24px 1fr auto',
    gap: theme.spacing(1.5),
    padding: theme.spacing(1, 0),
    '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  },
  text: { minWidth: 0, overflowWrap: 'anywhere' },
  title: { fontWeight: 600 },
  warning: { color: toneColor(theme, 'warning') },
}));

export function ActivityTab({ claim }: { claim: ClaimDetail }) {
  const t = useT();
  const events = useClaimEvents(claim);
  return (
    <>
      <HistorySection claim={claim} />
      <Section title={t('instance.activity.events')}>
        <QueryState query={events} label={t('instance.activity.what')}>
          {({ items, hidden }) => (
            <>
              {hidden && (
                <Notice tone="warning">
                  {t('instance.hidden.events', { namespace: claim.namespace })}
                </Notice>
              )}
              <Timeline
                entries={timelineOf(claim, items, t)}
                isWhole={!hidden}
              />
            </>
          )}
        </QueryState>
      </Section>
    </>
  );
}

function Timeline(props: {
  entries: TimelineEntry[];
  /** Whether there are no further entries. */
  isWhole: boolean;
}) {
  const { entries, isWhole } = props;
  const classes = useStyles();
  const t = useT();
  if (entries.length === 0) {
    return isWhole ? (
      <EmptyState>{t('instance.activity.empty')}</EmptyState>
    ) : null;
  }
  return (
    <ol className={classes.list}>
      {entries.map(entry => (
        <li key={entry.key} className={classes.entry}>
          {entry.warning ? (
            <WarningIcon
              fontSize="small"
              className={classes.warning}
              aria-hidden
            />
          ) : (
            <InfoIcon fontSize="small" color="disabled" aria-hidden />
          )}
          <div className={classes.text}>
            <Typography variant="body2" className={classes.title}>
              {entry.title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {entry.message}
              {entry.count && entry.count > 1
                ? ` (${t('instance.activity.times', {
                    count: entry.count,
                  })})`
                : ''}
            </Typography>
          </div>
          <Typography variant="body2" color="textSecondary">
            <RelativeTime at={entry.at} />
          </Typography>
        </li>
      ))}
    </ol>
  );
}
