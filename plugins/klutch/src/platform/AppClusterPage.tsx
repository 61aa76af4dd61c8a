/** Page of one app cluster: health, bound APIs and actions. */
import Button from '@material-ui/core/Button';
import Grid from '@material-ui/core/Grid';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { PlatformAppCluster } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { usePlatformAppClusters } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { ConditionList } from '../shared/ConditionList';
import { EmptyState } from '../shared/EmptyState';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { AppClusterFacts } from './AppClusterFacts';
import { BindApiDialog } from './BindApiDialog';
import { BindByJoinCommandDialog } from './BindByJoinCommandDialog';
import { BoundApis } from './BoundApis';
import { ManageButton } from './ManageButton';
import { RevokeTokensDialog } from './RevokeTokensDialog';
import { JoinTokenStatus } from './JoinTokenStatus';
import { KubeconfigDialog } from './KubeconfigDialog';
import { OffboardDialog } from './OffboardDialog';
import { PlatformFrame } from './PlatformFrame';

function AppClusterDetails({ cluster }: { cluster: PlatformAppCluster }) {
  const t = useT();
  const [open, setOpen] = useState<
    'bind' | 'kubeconfig' | 'endTokens' | 'offboard'
  >();
  const close = () => setOpen(undefined);
  const hasKubeconfig = cluster.connection === 'kubeconfig';
  const Bind = hasKubeconfig ? BindApiDialog : BindByJoinCommandDialog;
  const bind = (
    <ManageButton
      variant="contained"
      color="primary"
      onClick={() => setOpen('bind')}
    >
      {t('platform.cluster.bind')}
    </ManageButton>
  );
  const actions = (
    <>
      <ManageButton onClick={() => setOpen('kubeconfig')}>
        {hasKubeconfig
          ? t('platform.cluster.replaceKubeconfig')
          : t('platform.cluster.addKubeconfig')}
      </ManageButton>
      <ManageButton onClick={() => setOpen('endTokens')}>
        {t('platform.cluster.revokeTokens')}
      </ManageButton>
      <ManageButton onClick={() => setOpen('offboard')}>
        {t('platform.cluster.offboard')}
      </ManageButton>
    </>
  );
  return (
    <>
      <AppClusterBanner cluster={cluster} />
      {cluster.invited && <JoinTokenStatus cluster={cluster.id} />}
      <Grid container spacing={3}>
        <Grid item xs={12} md={5}>
          <Section title={cluster.title} actions={actions}>
            <AppClusterFacts cluster={cluster} />
          </Section>
          <Section title={t('platform.cluster.conditions')}>
            <ConditionList conditions={cluster.conditions} />
          </Section>
        </Grid>
        <Grid item xs={12} md={7}>
          <Section title={t('platform.cluster.bindings')} actions={bind}>
            <BoundApis cluster={cluster} />
          </Section>
        </Grid>
      </Grid>
      {open === 'bind' && <Bind cluster={cluster} onClose={close} />}
      {open === 'kubeconfig' && (
        <KubeconfigDialog cluster={cluster} onClose={close} />
      )}
      {open === 'endTokens' && (
        <RevokeTokensDialog cluster={cluster} onClose={close} />
      )}
      {open === 'offboard' && (
        <OffboardDialog cluster={cluster} onClose={close} />
      )}
    </>
  );
}

export function AppClusterPage() {
  const { id = '' } = useParams();
  const t = useT();
  const links = useLinks();
  const clusters = usePlatformAppClusters();
  return (
    <PlatformFrame active="app-clusters">
      <QueryState query={clusters} label={t('platform.clusters.what')}>
        {({ items }) => {
          const cluster = items.find(item => item.id === id);
          return cluster ? (
            <AppClusterDetails cluster={cluster} />
          ) : (
            <EmptyState
              action={
                <Button component={Link} to={links.platform('app-clusters')}>
                  {t('platform.cluster.back')}
                </Button>
              }
            >
              {t('platform.cluster.notFound', { id })}
            </EmptyState>
          );
        }}
      </QueryState>
    </PlatformFrame>
  );
}
