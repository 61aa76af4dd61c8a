/** How much of a limit is used, as a bar with text. */
import type { BackstageTheme } from '@backstage/theme';
import LinearProgress from '@material-ui/core/LinearProgress';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import { toneColor } from './tones';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  root: { marginBottom: theme.spacing(2) },
  text: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: theme.spacing(0, 2),
    marginBottom: theme.spacing(0.5),
  },
  bar: { height: 8, borderRadius: 4 },
  nearlyFull: {
    '& > div': { backgroundColor: toneColor(theme, 'warning') },
  },
  full: { '& > div': { backgroundColor: toneColor(theme, 'error') } },
}));

export function UsageBar(props: {
  title: string;
  /** For example `12 MiB of 100 MiB`. */
  text: string;
  used: number;
  limit: number;
}) {
  const { title, text, used, limit } = props;
  const classes = useStyles();
  const titleId = useId();
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 0;
  const fullness = percent >= 95 ? classes.full : classes.nearlyFull;
  return (
    <div className={classes.root}>
      <Typography variant="body2" component="div" className={classes.text}>
        <span id={titleId}>{title}</span>
        <span>{text}</span>
      </Typography>
      <LinearProgress
        variant="determinate"
        role="meter"
        aria-valuemin={0}
        aria-valuemax={100}
        value={percent}
        aria-labelledby={titleId}
        aria-valuetext={text}
        className={`${classes.bar} ${percent >= 80 ? fullness : ''}`}
      />
    </div>
  );
}
