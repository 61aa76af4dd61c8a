/**
 * A button that changes the platform; people who may only read the platform's pages, and people whom a cluster would
 * refuse, see why they may not.
 */
import type { BackstageTheme } from '@backstage/theme';
import Button, { type ButtonProps } from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import WarningIcon from '@material-ui/icons/WarningOutlined';
import { useManageAccess } from '../hooks/useManageAccess';
import { DisabledReason } from '../shared/DisabledReason';
import { toneColor } from '../shared/tones';

const useStyles = makeStyles<BackstageTheme>(theme => ({
  destructive: {
    color: toneColor(theme, 'error'),
    borderColor: toneColor(theme, 'error'),
  },
}));

export function ManageButton({
  destructive,
  forbidden,
  ...props
}: ButtonProps & {
  /** What the button begins cannot be undone, or stops something. */
  destructive?: boolean;
  /** Why a cluster would refuse; default: unknown, so that the cluster answers when it is asked. */
  forbidden?: string;
}) {
  const classes = useStyles();
  const { loading, reason } = useManageAccess();
  return (
    <DisabledReason reason={reason ?? forbidden}>
      <Button
        variant="outlined"
        {...(destructive && {
          className: classes.destructive,
          startIcon: <WarningIcon aria-hidden />,
        })}
        {...props}
        disabled={props.disabled || loading}
      />
    </DisabledReason>
  );
}
