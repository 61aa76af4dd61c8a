/** The icon of an API: the image of its annotation, or a default for APIs without one. */
import { makeStyles } from '@material-ui/core/styles';
import StorageIcon from '@material-ui/icons/Storage';

const useStyles = makeStyles(theme => ({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    borderRadius: 8,
    color: theme.palette.getContrastText(theme.palette.grey[700]),
    background: theme.palette.grey[700],
  },
}));

export function ServiceIcon(props: { icon: string; size?: number }) {
  const classes = useStyles();
  const size = props.size ?? 40;
  const box = { width: size, height: size };
  return (
    <span className={classes.root} style={box} aria-hidden>
      {props.icon ? (
        // An image runs no scripts, whatever the SVG has.
        <img src={props.icon} alt="" style={box} />
      ) : (
        <StorageIcon style={{ fontSize: size * 0.6 }} />
      )}
    </span>
  );
}
