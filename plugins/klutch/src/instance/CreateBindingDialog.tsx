/** Dialog that creates a service binding. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import type { ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useNameCheck } from '../shared/useNameCheck';
import { MAX_LIMIT, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { validateName } from '../shared/validateName';
import { searchForNames, suggestName } from './bindingNames';
import { useRelatedOrder } from './useRelatedOrder';

export function CreateBindingDialog(props: {
  instance: ClaimDetail;
  onClose: () => void;
  onCreated: (binding: ClaimDetail) => void;
}) {
  const { instance, onClose, onCreated } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const order = useRelatedOrder(instance, 'binding');
  const create = useCreateClaim();
  const { cluster, namespace } = instance;
  const scope = { type: 'binding', cluster, namespace } as const;
  const alike = useClaims({
    ...scope,
    search: searchForNames(instance.name),
    limit: MAX_LIMIT,
  });
  const taken = alike.data?.items.map(claim => claim.name) ?? [];
  const [typed, setTyped] = useState<string>();
  const name = typed ?? suggestName(instance.name, taken);
  const nameCheck = useNameCheck(scope, name);
  const problem =
    validateName(name, t) ??
    (nameCheck.isTaken
      ? t('shared.name.taken', { name, namespace })
      : undefined);

  return (
    <Dialog
      title={t('instance.connect.createTitle', { name: instance.name })}
      action={t('instance.connect.create')}
      busy={create.isPending}
      ready={order.ready && alike.isSuccess && nameCheck.isKnown && !problem}
      error={create.error}
      isChanged={typed !== undefined}
      onClose={onClose}
      onAction={() =>
        create.mutate(order.request(name), {
          onSuccess: binding => {
            toastApi.post({
              tone: 'success',
              text: t('instance.connect.created', { name }),
            });
            onCreated(binding);
          },
        })
      }
    >
      <DialogContentText>
        {t('instance.connect.createText', { namespace })}
      </DialogContentText>
      <TextField
        id="klutch-binding-name"
        label={t('instance.connect.name')}
        value={name}
        onChange={event => setTyped(event.target.value)}
        error={Boolean(problem)}
        helperText={problem ?? t('instance.connect.nameHelp')}
        margin="normal"
        fullWidth
        autoComplete="off"
      />
    </Dialog>
  );
}
