/** Dialog with the manifest of the konnector that belongs to the portal, and how to apply it. */
import DialogContentText from '@material-ui/core/DialogContentText';
import type { PlatformAppCluster } from '../../api/types';
import { useT } from '../../hooks/useT';
import { CodeBlock } from '../../shared/CodeBlock';
import { Dialog } from '../../shared/Dialog';
import { QueryState } from '../../shared/QueryState';
import { useKonnectorManifest } from './useAppCluster';

export function KonnectorUpgradeDialog(props: {
  cluster: PlatformAppCluster;
  onClose: () => void;
}) {
  const { id, title } = props.cluster;
  const t = useT();
  const manifest = useKonnectorManifest(id);
  return (
    <Dialog
      wide
      hideCancel
      title={t('appClusters.upgrade.title', { title })}
      action={t('appClusters.close')}
      onAction={props.onClose}
      onClose={props.onClose}
    >
      <DialogContentText>
        {t('appClusters.upgrade.text', { title })}
      </DialogContentText>
      <QueryState query={manifest} label={t('appClusters.upgrade.manifest')}>
        {({ apply, cli, manifest: yaml }) => (
          <>
            <DialogContentText>
              {t('appClusters.upgrade.cli')}
            </DialogContentText>
            <CodeBlock wrap label={t('appClusters.command')} text={cli} />
            <DialogContentText>
              {t('appClusters.upgrade.kubectl')}
            </DialogContentText>
            <CodeBlock wrap label={t('appClusters.command')} text={apply} />
            <CodeBlock
              label={t('appClusters.upgrade.manifest')}
              text={yaml}
              fileName="konnector.yaml"
            />
          </>
        )}
      </QueryState>
    </Dialog>
  );
}
