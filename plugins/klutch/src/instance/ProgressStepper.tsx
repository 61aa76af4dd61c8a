/** Progress of an instance: every hop from the request to the service, with an explanation at the first stuck hop. */
import type { BackstageTheme } from '@backstage/theme';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircle';
import ErrorIcon from '@material-ui/icons/Error';
import PendingIcon from '@material-ui/icons/RadioButtonUnchecked';
import SyncIcon from '@material-ui/icons/Sync';
import { animation } from '../shared/animation';
import { explanationText } from '../shared/explanationText';
import type { Claim, Hop } from '../api/types';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { toneColor, useToneClasses, type Tone } from '../shared/tones';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  '@keyframes turn': { to: { transform: 'rotate(-360deg)' } },
  strip: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: '1fr',
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  hop: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    minWidth: 0,
    padding: theme.spacing(0, 1),
    '&:not(:first-child)::before': {
      content: '""',
      position: 'absolute',
      top: 13,
      right: 'calc(50% + 22px)',
      width: 'calc(100% - 44px)',
      borderTop: `2px solid ${theme.palette.divider}`,
    },
  },
  done: {
    '&:not(:first-child)::before': {
      borderTopColor: toneColor(theme, 'ok'),
    },
  },
  icon: { fontSize: 28 },
  turning: animation('$turn 1.6s linear infinite'),
  title: { fontWeight: 600, marginTop: theme.spacing(0.5) },
  remedy: { marginTop: theme.spacing(1) },
  message: { marginTop: theme.spacing(2), '& > *': { marginBottom: 0 } },
  // The titles do not fit beside each other on phones.
  [theme.breakpoints.down('xs')]: {
    strip: { gridAutoFlow: 'row', gap: theme.spacing(1) },
    hop: {
      flexDirection: 'row',
      gap: theme.spacing(1),
      padding: 0,
      textAlign: 'left',
      '&:not(:first-child)::before': { display: 'none' },
    },
    title: { flex: 1, marginTop: 0 },
  },
}));

const hopAppearance: Record<
  Hop['state'],
  { tone: Tone; icon: typeof SyncIcon }
> = {
  done: { tone: 'ok', icon: CheckIcon },
  active: { tone: 'busy', icon: SyncIcon },
  failed: { tone: 'error', icon: ErrorIcon },
  waiting: { tone: 'neutral', icon: PendingIcon },
};

/** Whether the progress says something: it ends with a ready claim, and is not known of one that is away. */
export const hasProgress = ({ state }: Pick<Claim, 'state'>): boolean =>
  state !== 'Ready' && state !== 'Unknown';

function HopItem({ hop }: { hop: Hop }) {
  const classes = useStyles();
  const t = useT();
  const { tone, icon: Icon } = hopAppearance[hop.state];
  return (
    <li
      className={`${classes.hop} ${hop.state === 'done' ? classes.done : ''}`}
    >
      <HopIcon tone={tone} icon={Icon} turning={hop.state === 'active'} />
      <Typography variant="body2" className={classes.title}>
        {t(`instance.hops.id.${hop.id}`)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t(`instance.hops.state.${hop.state}`)}
        {hop.at && hop.state === 'done' && (
          <>
            {', '}
            <RelativeTime at={hop.at} />
          </>
        )}
      </Typography>
    </li>
  );
}

function HopIcon(props: {
  tone: Tone;
  icon: typeof SyncIcon;
  turning: boolean;
}) {
  const classes = useStyles();
  const toneClasses = useToneClasses();
  const Icon = props.icon;
  return (
    <Icon
      aria-hidden
      className={`${classes.icon} ${toneClasses[props.tone]} ${
        props.turning ? classes.turning : ''
      }`}
    />
  );
}

export function ProgressStepper({ hops }: { hops: Hop[] }) {
  const classes = useStyles();
  const t = useT();
  const current =
    hops.find(hop => hop.state === 'failed') ??
    hops.find(hop => hop.state === 'active');
  return (
    <Section title={t('instance.hops.title')}>
      <ol className={classes.strip} aria-label={t('instance.hops.title')}>
        {hops.map(hop => (
          <HopItem key={hop.id} hop={hop} />
        ))}
      </ol>
      {current?.message && (
        <div className={classes.message}>
          <Notice
            tone={hopAppearance[current.state].tone}
            title={t(`instance.hops.id.${current.id}`)}
          >
            {explanationText(current, t)}
            {/* Explanations of this project say what to do; messages of clusters and services do not. */}
            {current.state === 'failed' && !current.reason && (
              <Typography variant="body2" className={classes.remedy}>
                {t(
                  current.id === 'service'
                    ? 'instance.hops.remedy.service'
                    : 'instance.hops.remedy.other',
                )}
              </Typography>
            )}
          </Notice>
        </div>
      )}
    </Section>
  );
}
