/** Grey placeholder bars shown while content is loading. */
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../hooks/useT';
import { animation } from './animation';

const useStyles = makeStyles(theme => ({
  '@keyframes pulse': {
    '0%': { opacity: 1 },
    '50%': { opacity: 0.45 },
    '100%': { opacity: 1 },
  },
  root: { display: 'grid', gap: theme.spacing(1.5) },
  bar: {
    background: theme.palette.action.hover,
    borderRadius: theme.shape.borderRadius,
    ...animation('$pulse 1.6s ease-in-out infinite'),
  },
}));

export function Skeleton(props: {
  label: string;
  rows?: number;
  height?: number;
}) {
  const classes = useStyles();
  const t = useT();
  return (
    <div
      className={classes.root}
      role="progressbar"
      aria-label={t('shared.loading', { what: props.label })}
    >
      {Array.from({ length: props.rows ?? 3 }, (_, row) => (
        <div
          key={row}
          className={classes.bar}
          style={{ height: props.height ?? 40 }}
        />
      ))}
    </div>
  );
}
