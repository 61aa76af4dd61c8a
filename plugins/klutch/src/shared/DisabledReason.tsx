/** Something that cannot be used now, with the reason on hover, on focus and for screen readers. */
import Tooltip from '@material-ui/core/Tooltip';
import { makeStyles } from '@material-ui/core/styles';
import type { ReactElement } from 'react';

const useStyles = makeStyles({ root: { display: 'inline-flex' } });

export function DisabledReason(props: {
  reason: string | undefined;
  children: ReactElement;
}) {
  const classes = useStyles();
  if (!props.reason) {
    return props.children;
  }
  return (
    <Tooltip title={props.reason}>
      <span
        className={classes.root}
        tabIndex={0}
        role="note"
        aria-label={props.reason}
      >
        {props.children}
      </span>
    </Tooltip>
  );
}
