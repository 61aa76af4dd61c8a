/** When the konnector of an app cluster changed its state or version, newest first. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../../hooks/useT';
import { Disclosure } from '../../shared/Disclosure';
import { IconText } from '../../shared/IconText';
import { RelativeTime } from '../../shared/RelativeTime';
import type { Tone } from '../../shared/tones';

type Change = Schemas['KonnectorChange'];

const useStyles = makeStyles(theme => ({
  timeline: { marginTop: theme.spacing(2) },
  list: { listStyle: 'none', margin: 0, padding: 0 },
  change: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    padding: theme.spacing(0.75, 0),
    '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  },
}));

const tones: Record<Change['state'], Tone> = {
  Healthy: 'ok',
  Degraded: 'warning',
  Lost: 'error',
  Waiting: 'busy',
  Unbound: 'neutral',
};

/** Changes that are shown at once; the others are folded. */
const NEWEST = 5;

function Changes({ changes }: { changes: Change[] }) {
  const classes = useStyles();
  const t = useT();
  return (
    <ul className={classes.list}>
      {changes.map(({ at, konnectorVersion, message, state }) => (
        <li key={`${at} ${state}`} className={classes.change}>
          <Typography variant="body2" component="div">
            <IconText tone={tones[state]}>
              {t(`appClusters.history.state.${state}`)}
              {konnectorVersion && ` · ${konnectorVersion}`}
            </IconText>
            {message && (
              <Typography variant="body2" color="textSecondary">
                {message}
              </Typography>
            )}
          </Typography>
          <Typography variant="body2" color="textSecondary" component="div">
            <RelativeTime at={at} />
          </Typography>
        </li>
      ))}
    </ul>
  );
}

export function HeartbeatTimeline({ history }: { history: Change[] }) {
  const classes = useStyles();
  const t = useT();
  const older = history.slice(NEWEST);
  return (
    <section
      className={classes.timeline}
      aria-label={t('appClusters.history.title')}
    >
      <Typography variant="subtitle2" component="h3">
        {t('appClusters.history.title')}
      </Typography>
      {history.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t('appClusters.history.empty')}
        </Typography>
      ) : (
        <Changes changes={history.slice(0, NEWEST)} />
      )}
      {older.length > 0 && (
        <Disclosure
          title={t('appClusters.history.older', { count: older.length })}
        >
          <Changes changes={older} />
        </Disclosure>
      )}
    </section>
  );
}
