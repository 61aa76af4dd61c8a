/** Menu of the actions that change or delete an instance. */
import IconButton from '@material-ui/core/IconButton';
import Menu from '@material-ui/core/Menu';
import MenuItem from '@material-ui/core/MenuItem';
import { makeStyles } from '@material-ui/core/styles';
import MoreIcon from '@material-ui/icons/MoreVert';
import { forwardRef, useState, type ReactNode } from 'react';
import type { ClaimDetail } from '../api/types';
import { useForbidden } from '../hooks/useForbidden';
import { useService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { queryError } from '../shared/QueryState';
import { useToneClasses } from '../shared/tones';
import { useGitOpsReason } from './useGitOpsReason';
import { useProtection } from './useProtection';

/** Dialogs that the menu opens. */
export type InstanceDialog = 'plan' | 'settings' | 'ownership' | 'delete';

const useStyles = makeStyles(theme => ({
  // The keyboard reaches what cannot be chosen, too, to read why.
  list: {
    '& .Mui-disabled:focus': { outline: '2px solid', outlineOffset: -2 },
  },
  reason: {
    ...theme.typography.body2,
    maxWidth: 360,
    whiteSpace: 'normal',
    color: theme.palette.text.secondary,
    cursor: 'default',
  },
}));

/** Why actions cannot be chosen. */
const MenuReason = forwardRef<HTMLLIElement, { children: ReactNode }>(
  // The menu sets further properties of its items.
  (props, ref) => (
    <MenuItem
      {...props}
      ref={ref}
      aria-disabled
      disableRipple
      className={useStyles().reason}
    />
  ),
);

/** Whether it is known which settings there are, by the schema of the service; if not, the reason once there is one. */
function useKnownSettings({ resource }: ClaimDetail) {
  const t = useT();
  const service = useService(resource);
  const areKnown = service.data !== undefined;
  const isUnknown = !areKnown && queryError(service) !== undefined;
  return {
    areKnown,
    reason: isUnknown ? t('instance.settings.unknown') : undefined,
  };
}

/** What cannot be chosen, and the reasons that there are for it. */
function useMenuAccess(instance: ClaimDetail) {
  const forbidden = useForbidden(instance);
  const changeReason = forbidden.change('instance');
  const deleteReason = forbidden.delete('instance');
  const gitOpsReason = useGitOpsReason(instance);
  const isLocked = forbidden.loading || instance.deleting;
  const isManaged = gitOpsReason !== undefined;
  const isUnchangeable = isLocked || Boolean(changeReason);
  return {
    changeReason,
    deleteReason,
    gitOpsReason,
    isUnchangeable,
    isSpecFixed: isUnchangeable || isManaged,
    isUndeletable:
      isLocked || isManaged || Boolean(deleteReason) || instance.protected,
  };
}

export function InstanceMenu(props: {
  instance: ClaimDetail;
  onOpen: (dialog: InstanceDialog) => void;
}) {
  const { instance, onOpen } = props;
  const t = useT();
  const classes = useToneClasses();
  const styles = useStyles();
  const access = useMenuAccess(instance);
  const { changeReason, deleteReason, gitOpsReason } = access;
  const protection = useProtection(instance);
  const settings = useKnownSettings(instance);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  const open = (dialog: InstanceDialog) => {
    close();
    onOpen(dialog);
  };
  const { isUnchangeable, isSpecFixed } = access;
  return (
    <>
      <IconButton
        aria-label={t('instance.head.more')}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        MenuListProps={{ disabledItemsFocusable: true, className: styles.list }}
      >
        <MenuItem disabled={isSpecFixed} onClick={() => open('plan')}>
          {t('instance.action.changePlan')}
        </MenuItem>
        <MenuItem
          disabled={isSpecFixed || !settings.areKnown}
          onClick={() => open('settings')}
        >
          {t('instance.action.settings')}
        </MenuItem>
        {!isSpecFixed && settings.reason && (
          <MenuReason>{settings.reason}</MenuReason>
        )}
        <MenuItem disabled={isUnchangeable} onClick={() => open('ownership')}>
          {t('instance.action.ownership')}
        </MenuItem>
        <MenuItem
          disabled={isUnchangeable || protection.isPending}
          onClick={() => {
            close();
            protection.toggle();
          }}
        >
          {instance.protected
            ? t('instance.action.unprotect')
            : t('instance.action.protect')}
        </MenuItem>
        {changeReason && <MenuReason>{changeReason}</MenuReason>}
        <MenuItem
          className={classes.error}
          disabled={access.isUndeletable}
          onClick={() => open('delete')}
        >
          {t('instance.action.delete')}
        </MenuItem>
        {instance.protected && (
          <MenuReason>{t('instance.protection.delete')}</MenuReason>
        )}
        {gitOpsReason && <MenuReason>{gitOpsReason}</MenuReason>}
        {deleteReason && deleteReason !== changeReason && (
          <MenuReason>{deleteReason}</MenuReason>
        )}
      </Menu>
    </>
  );
}
