/** A button that cannot be used now but can still be reached, to tell the reason on hover and on focus. */
import type { ButtonProps } from '@material-ui/core/Button';
import Tooltip from '@material-ui/core/Tooltip';
import { makeStyles } from '@material-ui/core/styles';
import { cloneElement, type ReactElement } from 'react';

const useStyles = makeStyles(theme => ({
  away: {
    cursor: 'default',
    boxShadow: 'none',
    '&, &:hover': {
      color: theme.palette.action.disabled,
      borderColor: theme.palette.action.disabledBackground,
      boxShadow: 'none',
    },
    '&.MuiButton-contained, &.MuiButton-contained:hover': {
      background: theme.palette.action.disabledBackground,
    },
  },
}));

export function DisabledReason(props: {
  reason: string | undefined;
  children: ReactElement<ButtonProps>;
}) {
  const classes = useStyles();
  const { reason, children } = props;
  if (!reason) {
    return children;
  }
  return (
    <Tooltip title={reason}>
      {cloneElement(children, {
        disabled: false,
        disableRipple: true,
        className: classes.away,
        onClick: event => event.preventDefault(),
        'aria-disabled': true,
      })}
    </Tooltip>
  );
}
