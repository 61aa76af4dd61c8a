/**
 * Dialog that unbinds an API after showing what goes and what stays; the app cluster's name must be typed. It stays open
 * until the rights are removed: an API without a binding is in no list from which it could be unbound again.
 */
import { useApi } from '@backstage/core-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState } from 'react';
import { klutchToastApiRef } from '../../api/toastApi';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { Notice } from '../../shared/Notice';
import { TypedNameDialog } from '../../shared/TypedNameDialog';
import { KubectlNotice } from './KubectlNotice';
import { useUnbindApi } from './useAppCluster';

/** What goes and what stays. */
function UnbindingEffect(props: {
  cluster: Schemas['AppClusterDetail'];
  api: Pick<Schemas['AppClusterApi'], 'name' | 'title'>;
}) {
  const { api, cluster } = props;
  const t = useT();
  const counts = cluster.inventory.find(
    ({ resource }) => resource === api.name,
  );
  const where = { cluster: cluster.title, title: api.title };
  return (
    <>
      <DialogContentText>{t('appClusters.unbind.goes')}</DialogContentText>
      <ul>
        <li>{t('appClusters.unbind.binding', where)}</li>
        <li>{t('appClusters.unbind.orders', where)}</li>
      </ul>
      <DialogContentText>{t('appClusters.unbind.stays')}</DialogContentText>
      <ul>
        <li>
          {counts?.objects === undefined
            ? t('appClusters.unbind.objects', where)
            : t('appClusters.unbind.countedObjects', {
                ...where,
                count: counts.objects,
              })}
        </li>
        <li>
          {t('appClusters.unbind.copies', { count: counts?.copies ?? 0 })}
        </li>
      </ul>
      <DialogContentText>{t('appClusters.unbind.again')}</DialogContentText>
    </>
  );
}

export function UnbindDialog(props: {
  cluster: Schemas['AppClusterDetail'];
  api: Pick<Schemas['AppClusterApi'], 'name' | 'title'>;
  onClose: () => void;
}) {
  const { api, cluster, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const unbind = useUnbindApi(cluster.id, api.name);
  const [isUnfinished, setIsUnfinished] = useState(false);
  const where = { cluster: cluster.title, title: api.title };
  const title = t('appClusters.unbind.title', where);
  if (cluster.connection === 'konnector') {
    return (
      <Dialog
        wide
        hideCancel
        title={title}
        action={t('appClusters.close')}
        onAction={onClose}
        onClose={onClose}
      >
        <UnbindingEffect cluster={cluster} api={api} />
        <KubectlNotice
          title={cluster.title}
          command={`kubectl klutch unbind ${api.name}`}
        />
      </Dialog>
    );
  }
  return (
    <TypedNameDialog
      title={title}
      name={cluster.title}
      action={
        isUnfinished
          ? t('appClusters.unbind.finish')
          : t('appClusters.unbind.action')
      }
      busy={unbind.isPending}
      error={unbind.error}
      onClose={onClose}
      onAction={confirm =>
        unbind.mutate(confirm, {
          onSuccess: ({ done }) => {
            setIsUnfinished(!done);
            if (!done) return;
            toastApi.post({
              tone: 'success',
              text: t('appClusters.unbind.done', where),
            });
            onClose();
          },
        })
      }
    >
      {isUnfinished ? (
        <Notice
          tone="warning"
          title={t('appClusters.unbind.unfinished', where)}
        >
          {t('appClusters.unbind.unfinishedText')}
        </Notice>
      ) : (
        <UnbindingEffect cluster={cluster} api={api} />
      )}
    </TypedNameDialog>
  );
}
