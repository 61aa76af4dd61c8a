/** Dialog that withdraws an API after showing what depends on its offer. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ExportTemplate } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useAppClusterTitle } from '../../hooks/useAppClusterTitle';
import { useWithdrawApi } from '../usePlatformMutations';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { QueryState } from '../../shared/QueryState';
import { RefusalNotice } from './RefusalNotice';
import { useTemplateDependants } from './templateQueries';

type Dependants = Schemas['ExportTemplateDependants'];

function LiveExports({ exports, hiddenExports, rolesAreKept }: Dependants) {
  const t = useT();
  const titleOf = useAppClusterTitle();
  if (exports.length + hiddenExports === 0) {
    return (
      <DialogContentText>
        {t('templates.withdraw.unbound')}{' '}
        {!rolesAreKept && t('templates.withdraw.rolesDeleted')}
      </DialogContentText>
    );
  }
  return (
    <DialogContentText component="div">
      {t('templates.withdraw.live')}
      <ul>
        {exports.map(({ cluster: id, clusterNamespace, objects }) => {
          const cluster = titleOf(id);
          return (
            <li key={clusterNamespace}>
              {objects === undefined
                ? t('templates.withdraw.objectsUnknown', { cluster })
                : t('templates.withdraw.objects', { cluster, count: objects })}
            </li>
          );
        })}
        {hiddenExports > 0 && (
          <li>{t('templates.review.hidden', { count: hiddenExports })}</li>
        )}
      </ul>
      {t('templates.withdraw.rolesKept')}
    </DialogContentText>
  );
}

function DependantsOf({ dependants }: { dependants: Dependants }) {
  const { refusal, waitingRequests: count } = dependants;
  const t = useT();
  return (
    <>
      {refusal && (
        <RefusalNotice
          title={t('templates.withdraw.refused')}
          refusal={refusal}
        />
      )}
      <LiveExports {...dependants} />
      {count > 0 && (
        <DialogContentText>
          {t('templates.withdraw.requests', { count })}
        </DialogContentText>
      )}
    </>
  );
}

export function WithdrawDialog(props: {
  /** The template in effect. */
  template: ExportTemplate;
  /** All templates of the API. */
  templates: ExportTemplate[];
  onClose: () => void;
}) {
  const { onClose, template, templates } = props;
  const { title } = template;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const withdraw = useWithdrawApi();
  const dependants = useTemplateDependants(template);
  return (
    <Dialog
      title={t('templates.withdraw.title', { title })}
      action={t('templates.withdraw.action')}
      busy={withdraw.isPending}
      ready={dependants.isSuccess && !dependants.data.refusal}
      error={withdraw.error}
      destructive
      onClose={onClose}
      onAction={() =>
        withdraw.mutate(templates, {
          onSuccess: () => {
            toastApi.post({
              tone: 'success',
              text: t('templates.withdraw.done', { title }),
            });
            onClose();
          },
        })
      }
    >
      <DialogContentText>
        {t('templates.withdraw.text', { title })}
      </DialogContentText>
      {templates.length > 1 && (
        <DialogContentText>
          {t('templates.withdraw.templates')}{' '}
          {templates
            .map(({ name, namespace }) => `${namespace}/${name}`)
            .join(', ')}
        </DialogContentText>
      )}
      <QueryState query={dependants} label={t('templates.withdraw.what')}>
        {data => <DependantsOf dependants={data} />}
      </QueryState>
      <DialogContentText>{t('templates.withdraw.instead')}</DialogContentText>
    </Dialog>
  );
}
