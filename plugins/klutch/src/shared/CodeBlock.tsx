/** YAML, commands and raw responses, with a copy button. */
import { makeStyles } from '@material-ui/core/styles';
import { CopyButton } from './CopyButton';
import { DownloadButton } from './DownloadButton';
import { monospaceFont } from './monospace';

const useStyles = makeStyles(theme => ({
  root: {
    position: 'relative',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    background: theme.palette.background.default,
  },
  code: {
    margin: 0,
    padding: theme.spacing(1.5, 10, 1.5, 2),
    overflow: 'auto',
    // A page has space for the whole text; in a dialog the buttons stay in sight.
    '[role=dialog] &': { maxHeight: 420 },
    fontFamily: monospaceFont,
    fontSize: 13,
    lineHeight: 1.55,
    whiteSpace: 'pre',
  },
  wrapped: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  copy: { position: 'absolute', top: 6, right: 14 },
}));

export function CodeBlock(props: {
  label: string;
  text: string;
  /** Wraps long lines, so that a command can be read completely before it is used. */
  wrap?: boolean;
  /** Adds a button that downloads the text under this name. */
  fileName?: string;
}) {
  const classes = useStyles();
  return (
    <div className={classes.root}>
      <pre
        className={
          props.wrap ? `${classes.code} ${classes.wrapped}` : classes.code
        }
        aria-label={props.label}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long texts scroll, also with the keyboard
        tabIndex={0}
      >
        {props.text}
      </pre>
      <div className={classes.copy}>
        {props.fileName && (
          <DownloadButton fileName={props.fileName} text={props.text} />
        )}
        <CopyButton label={props.label} text={props.text} />
      </div>
    </div>
  );
}
