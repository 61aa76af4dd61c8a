/** Heading of a part of a dialog. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';

const useStyles = makeStyles(theme => ({
  root: { margin: theme.spacing(3, 0, 0.5) },
}));

export function PartHeading({ children }: { children: string }) {
  const classes = useStyles();
  return (
    <Typography variant="h6" component="h3" className={classes.root}>
      {children}
    </Typography>
  );
}
