/** A section of a page with a title. */
import Paper from '@material-ui/core/Paper';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useId, type ReactNode } from 'react';

const useStyles = makeStyles(theme => ({
  root: {
    padding: theme.spacing(2.5, 3),
    marginBottom: theme.spacing(3),
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(2),
  },
  title: { fontSize: 18, fontWeight: 600 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1),
  },
}));

export function Section(props: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const classes = useStyles();
  const titleId = useId();
  return (
    <Paper
      component="section"
      elevation={0}
      className={classes.root}
      aria-labelledby={titleId}
    >
      <div className={classes.head}>
        <Typography
          id={titleId}
          variant="h4"
          component="h2"
          className={classes.title}
        >
          {props.title}
        </Typography>
        {props.actions && (
          <div className={classes.actions}>{props.actions}</div>
        )}
      </div>
      {props.children}
    </Paper>
  );
}
