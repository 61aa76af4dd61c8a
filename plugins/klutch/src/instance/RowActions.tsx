/** The buttons of a row, side by side as far as they fit. */
import { makeStyles } from '@material-ui/core/styles';
import type { ReactNode } from 'react';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
  },
}));

export function RowActions(props: { children: ReactNode }) {
  const classes = useStyles();
  return <div className={classes.root}>{props.children}</div>;
}
