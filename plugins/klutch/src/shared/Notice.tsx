/** A coloured box with a short message: what happened, then what to do. */
import type { BackstageTheme } from '@backstage/theme';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircleOutline';
import ErrorIcon from '@material-ui/icons/ErrorOutline';
import InfoIcon from '@material-ui/icons/InfoOutlined';
import SyncIcon from '@material-ui/icons/Sync';
import WarningIcon from '@material-ui/icons/WarningOutlined';
import type { ReactNode } from 'react';
import { toneBackground, toneColor, useToneClasses, type Tone } from './tones';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: theme.spacing(1.5),
    padding: theme.spacing(1.5, 2),
    borderRadius: theme.shape.borderRadius,
    color: theme.palette.text.primary,
    marginBottom: theme.spacing(2),
    '&:last-child': { marginBottom: 0 },
  },
  icon: { marginTop: 2 },
  body: { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  title: { fontWeight: 600 },
  action: { flexShrink: 0, alignSelf: 'center' },
  // Phones have no place for text and button beside each other.
  [theme.breakpoints.down('xs')]: {
    root: { flexWrap: 'wrap' },
    action: { flexBasis: '100%' },
  },
}));

const box = (theme: BackstageTheme, tone: Tone) => ({
  borderLeft: `4px solid ${toneColor(theme, tone)}`,
  background: toneBackground(theme, tone),
});

const useBoxStyles = makeStyles<BackstageTheme>(theme => ({
  ok: box(theme, 'ok'),
  busy: box(theme, 'busy'),
  warning: box(theme, 'warning'),
  error: box(theme, 'error'),
  neutral: box(theme, 'neutral'),
}));

const icons = {
  ok: CheckIcon,
  busy: SyncIcon,
  warning: WarningIcon,
  error: ErrorIcon,
  neutral: InfoIcon,
};

export function Notice(props: {
  tone: Tone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const classes = useStyles();
  const boxClasses = useBoxStyles();
  const toneClasses = useToneClasses();
  const Icon = icons[props.tone];
  return (
    <div
      className={`${classes.root} ${boxClasses[props.tone]}`}
      role={props.tone === 'error' ? 'alert' : 'status'}
    >
      <Icon
        className={`${classes.icon} ${toneClasses[props.tone]}`}
        fontSize="small"
        aria-hidden
      />
      <div className={classes.body}>
        {props.title && (
          <Typography variant="body1" className={classes.title}>
            {props.title}
          </Typography>
        )}
        <Typography variant="body2" component="div">
          {props.children}
        </Typography>
      </div>
      {props.action && <div className={classes.action}>{props.action}</div>}
    </div>
  );
}
