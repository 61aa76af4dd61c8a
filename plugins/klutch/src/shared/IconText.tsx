/** Short text with an icon in the colour of its tone. */
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircle';
import ErrorIcon from '@material-ui/icons/Error';
import HourglassIcon from '@material-ui/icons/HourglassEmpty';
import RemoveIcon from '@material-ui/icons/RemoveCircleOutline';
import WarningIcon from '@material-ui/icons/Warning';
import type { ReactNode } from 'react';
import { useToneClasses, type Tone } from './tones';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'inline-flex',
    alignItems: 'flex-start',
    gap: theme.spacing(0.75),
  },
  icon: { fontSize: 18, marginTop: 1 },
}));

const icons = {
  ok: CheckIcon,
  busy: HourglassIcon,
  warning: WarningIcon,
  error: ErrorIcon,
  neutral: RemoveIcon,
};

export function IconText(props: { tone: Tone; children: ReactNode }) {
  const classes = useStyles();
  const toneClasses = useToneClasses();
  const Icon = icons[props.tone];
  return (
    <span className={classes.root}>
      <Icon
        className={`${classes.icon} ${toneClasses[props.tone]}`}
        aria-hidden
      />
      <span>{props.children}</span>
    </span>
  );
}
