/** A list of names and values. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { Fragment, type ReactNode } from 'react';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(72px, auto) minmax(0, 1fr)',
    gap: theme.spacing(1, 3),
    margin: 0,
  },
  name: { color: theme.palette.text.secondary, whiteSpace: 'nowrap' },
  value: { margin: 0, minWidth: 0, overflowWrap: 'break-word' },
  // A long name would leave no place for its value.
  [theme.breakpoints.down('xs')]: {
    root: { gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)' },
    name: { whiteSpace: 'normal', overflowWrap: 'break-word' },
  },
}));

export interface DescriptionListItem {
  name: string;
  value: ReactNode;
}

export function DescriptionList(props: { items: DescriptionListItem[] }) {
  const classes = useStyles();
  return (
    <dl className={classes.root}>
      {props.items.map(fact => (
        <Fragment key={fact.name}>
          <Typography component="dt" variant="body2" className={classes.name}>
            {fact.name}
          </Typography>
          <Typography component="dd" variant="body2" className={classes.value}>
            {fact.value}
          </Typography>
        </Fragment>
      ))}
    </dl>
  );
}
