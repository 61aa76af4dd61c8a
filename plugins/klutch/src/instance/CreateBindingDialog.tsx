/** Dialog that creates a service binding. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import TextField from '@material-ui/core/TextField';
import { useState } from 'react';
import type { ClaimDetail } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { MAX_LIMIT, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { validateName } from '../shared/validateName';
import { suggestName } from './bindingNames';
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
  const existingBindings = useClaims({
    type: 'binding',
    cluster: instance.cluster,
    namespace: instance.namespace,
    limit: MAX_LIMIT,
  });
  const taken = existingBindings.data?.items.map(claim => claim.name) ?? [];
  const [typed, setTyped] = useState<string>();
  const name = typed ?? suggestName(instance.name, taken);
  const problem =
    validateName(name, t) ??
    (taken.includes(name)
      ? t('shared.name.taken', { name, namespace: instance.namespace })
      : undefined);

  return (
    <Dialog
      title={t('instance.connect.createTitle', { name: instance.name })}
      action={t('instance.connect.create')}
      busy={create.isPending}
      ready={order.ready && existingBindings.isSuccess && !problem}
      error={create.error}
      onClose={onClose}
      onAction={() =>
        create.mutate(order.request(name, { instanceRef: instance.name }), {
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
        {t('instance.connect.createText', { namespace: instance.namespace })}
      </DialogContentText>
      <TextField
        id="klutch-binding-name"
        label={t('instance.connect.name')}
        value={name}
        onChange={event => setTyped(event.target.value)}
        error={Boolean(problem)}
        helperText={problem ?? t('instance.connect.nameHelp')}
        variant="outlined"
        margin="normal"
        fullWidth
        autoComplete="off"
      />
    </Dialog>
  );
}
