/** A disabled button that stays focusable and shows the reason on hover and focus. */
import type { ButtonProps } from '@material-ui/core/Button';
import Tooltip from '@material-ui/core/Tooltip';
import { makeStyles } from '@material-ui/core/styles';
import { cloneElement, type ReactElement } from 'react';

const useStyles = makeStyles(theme => ({
  disabled: {
    cursor: 'default',
    boxShadow: 'none',
    '&, &:hover': {
      color: theme.palette.action.disabled,
      borderColor: theme.palette.action.disabledBackground,
      boxShadow: 'none',
    },
  },
  contained: {
    '&, &:hover': { background: theme.palette.action.disabledBackground },
  },
}));

export function DisabledReason(props: {
  reason: string | undefined;
  children: ReactElement<ButtonProps>;
}) {
  const classes = useStyles();
  const { reason, children } = props;
  const disabled: Partial<ButtonProps> = {
    disabled: false,
    disableRipple: true,
    className:
      children.props.variant === 'contained'
        ? `${classes.disabled} ${classes.contained}`
        : classes.disabled,
    onClick: event => event.preventDefault(),
    'aria-disabled': true,
  };
  // The same tree with and without a reason: another one would be a new button, without the keyboard's focus.
  return (
    <Tooltip title={reason ?? ''}>
      {reason ? cloneElement(children, disabled) : children}
    </Tooltip>
  );
}
