/** Collapsed content with a button that shows the content. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { ReactNode } from 'react';

const useStyles = makeStyles(theme => ({
  summary: {
    cursor: 'pointer',
    color: theme.palette.text.secondary,
    padding: theme.spacing(0.5, 0),
    '&:hover': { color: theme.palette.text.primary },
  },
  body: { padding: theme.spacing(1, 0) },
}));

export function Disclosure(props: {
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  const classes = useStyles();
  return (
    <details open={props.open}>
      <Typography
        variant="body2"
        component="summary"
        className={classes.summary}
      >
        {props.title}
      </Typography>
      <div className={classes.body}>{props.children}</div>
    </details>
  );
}
