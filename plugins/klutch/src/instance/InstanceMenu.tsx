/** Menu of the actions that change or delete an instance. */
import { useApi } from '@backstage/core-plugin-api';
import { usePermission } from '@backstage/plugin-permission-react';
import {
  klutchClaimDeletePermission,
  klutchClaimUpdatePermission,
} from '@klutch/backstage-plugin-klutch-common';
import IconButton from '@material-ui/core/IconButton';
import Menu from '@material-ui/core/Menu';
import MenuItem from '@material-ui/core/MenuItem';
import MoreIcon from '@material-ui/icons/MoreVert';
import { useState } from 'react';
import type { ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { errorText } from '../shared/errorText';

/** Dialogs that the menu opens. */
export type InstanceDialog = 'plan' | 'settings' | 'ownership' | 'delete';

export function InstanceMenu(props: {
  instance: ClaimDetail;
  /** Whether the schema of the service is known, which its settings need. */
  isServiceKnown: boolean;
  onOpen: (dialog: InstanceDialog) => void;
}) {
  const { instance, onOpen } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const mayUpdate = usePermission({ permission: klutchClaimUpdatePermission });
  const mayDelete = usePermission({ permission: klutchClaimDeletePermission });
  const update = useUpdateClaim(instance);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const close = () => setAnchor(undefined);
  const open = (dialog: InstanceDialog) => {
    close();
    onOpen(dialog);
  };
  const setProtected = (isProtected: boolean) => {
    close();
    update.mutate(
      { protected: isProtected },
      {
        onSuccess: () =>
          toastApi.post({
            tone: 'success',
            text: isProtected
              ? t('instance.protection.on', { name: instance.name })
              : t('instance.protection.off', { name: instance.name }),
          }),
        onError: error =>
          toastApi.post({ tone: 'error', text: errorText(error, t) }),
      },
    );
  };
  const isUnchangeable = !mayUpdate.allowed || instance.deleting;
  const { managedBy } = instance;
  const isSpecFixed = isUnchangeable || managedBy !== undefined;
  return (
    <>
      <IconButton
        aria-label={t('instance.head.more')}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={close}>
        <MenuItem disabled={isSpecFixed} onClick={() => open('plan')}>
          {t('instance.action.changePlan')}
        </MenuItem>
        <MenuItem
          disabled={isSpecFixed || !props.isServiceKnown}
          onClick={() => open('settings')}
        >
          {t('instance.action.settings')}
        </MenuItem>
        <MenuItem disabled={isUnchangeable} onClick={() => open('ownership')}>
          {t('instance.action.ownership')}
        </MenuItem>
        <MenuItem
          disabled={isUnchangeable || update.isPending}
          onClick={() => setProtected(!instance.protected)}
        >
          {instance.protected
            ? t('instance.action.unprotect')
            : t('instance.action.protect')}
        </MenuItem>
        {!mayUpdate.loading && !mayUpdate.allowed && (
          <MenuItem disabled>{t('shared.permission.update')}</MenuItem>
        )}
        <MenuItem
          disabled={
            !mayDelete.allowed ||
            instance.deleting ||
            instance.protected ||
            managedBy !== undefined
          }
          onClick={() => open('delete')}
        >
          {t('instance.action.delete')}
        </MenuItem>
        {instance.protected && (
          <MenuItem disabled>{t('instance.protection.delete')}</MenuItem>
        )}
        {managedBy && (
          <MenuItem disabled>
            {t('instance.gitOps.menu', {
              tool: t(`instance.gitOps.tool.${managedBy.tool}`),
            })}
          </MenuItem>
        )}
        {!mayDelete.loading && !mayDelete.allowed && (
          <MenuItem disabled>{t('shared.permission.delete')}</MenuItem>
        )}
      </Menu>
    </>
  );
}
