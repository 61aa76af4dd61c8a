/** Dialog that changes the owner of an instance, and the component that uses it. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import type { ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useUpdateClaim } from '../hooks/useClaimMutations';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { ownerName } from '../shared/ownerName';
import { OwnershipFields, type Ownership } from '../shared/OwnershipFields';
import { useEditStart } from './useEditStart';

const useStyles = makeStyles(theme => ({
  fields: {
    display: 'grid',
    gap: theme.spacing(3),
    marginTop: theme.spacing(2),
  },
}));

export function OwnershipDialog(props: {
  instance: ClaimDetail;
  onClose: () => void;
}) {
  const { instance, onClose } = props;
  const classes = useStyles();
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const update = useUpdateClaim(instance);
  const now: Ownership = {
    owner: instance.owner ?? '',
    component: instance.component ?? '',
  };
  const { start: present, onError } = useEditStart(now);
  const before = {
    owner: present.owner || null,
    component: present.component || null,
  };
  const [edited, setEdited] = useState<Partial<Ownership>>({});
  const wanted = {
    ...present,
    ...edited,
    // An owner cannot be removed.
    owner: edited.owner || present.owner,
  };
  const { owner, component } = wanted;
  const change = {
    ...(owner !== present.owner && { owner }),
    ...(component !== present.component && { component: component || null }),
  };
  return (
    <Dialog
      title={t('instance.ownership.title', { name: instance.name })}
      action={t('shared.save')}
      busy={update.isPending}
      ready={Object.keys(change).length > 0}
      error={update.error}
      isChanged={Object.keys(change).length > 0}
      onClose={onClose}
      onAction={() =>
        update.mutate(
          { ...change, before },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('instance.ownership.saved'),
              });
              onClose();
            },
            onError,
          },
        )
      }
    >
      <DialogContentText>{t('instance.ownership.explain')}</DialogContentText>
      {update.error?.kind === 'conflict' && (
        <Notice tone="neutral" title={t('instance.ownership.present')}>
          {t('instance.ownership.values', {
            owner: now.owner ? ownerName(now.owner) : '–',
            component: now.component || '–',
          })}
        </Notice>
      )}
      <div className={classes.fields}>
        <OwnershipFields
          value={wanted}
          isUnowned={present.owner === ''}
          onChange={part => setEdited({ ...edited, ...part })}
        />
      </div>
    </Dialog>
  );
}
