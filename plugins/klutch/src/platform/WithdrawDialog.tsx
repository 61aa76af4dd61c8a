/** Dialog that withdraws an API after explaining the effect on app clusters that bind the API. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { Api, ExportTemplate } from '../api/types';
import { klutchToastApiRef } from '../api/toastApi';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useWithdrawApi } from '../hooks/usePlatformMutations';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';

export function WithdrawDialog(props: {
  api: Api;
  /** The API's export templates. */
  templates: ExportTemplate[];
  onClose: () => void;
}) {
  const { api, templates, onClose } = props;
  const { title, boundOn } = api;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const withdraw = useWithdrawApi();
  const titleOf = useAppClusterTitle();
  return (
    <Dialog
      title={t('platform.withdraw.title', { title })}
      action={t('platform.withdraw.action')}
      busy={withdraw.isPending}
      error={withdraw.error}
      destructive
      onClose={onClose}
      onAction={() =>
        withdraw.mutate(templates, {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t('platform.withdraw.done', { title }),
            });
            onClose();
          },
        })
      }
    >
      <DialogContentText>
        {t('platform.withdraw.text', { title })}
      </DialogContentText>
      <DialogContentText>
        {boundOn.length > 0
          ? t('platform.withdraw.live', {
              clusters: boundOn.map(titleOf).join(', '),
            })
          : t('platform.withdraw.unbound')}
      </DialogContentText>
    </Dialog>
  );
}
