/** Page of one app cluster: health, konnector, what waits for an operator, bound APIs, inventory and actions. */
import { Link } from '@backstage/core-components';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import Grid from '@material-ui/core/Grid';
import { useState, type ReactElement } from 'react';
import {
  Link as RouterLink,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom';
import { useLinks } from '../../hooks/useLinks';
import { useMe } from '../../hooks/useQueries';
import { useT } from '../../hooks/useT';
import { AppClusterBanner } from '../../shared/AppClusterBanner';
import { ConditionList } from '../../shared/ConditionList';
import { EmptyState } from '../../shared/EmptyState';
import { QueryState } from '../../shared/QueryState';
import { Section } from '../../shared/Section';
import { ManageButton } from '../ManageButton';
import { PlatformFrame } from '../PlatformFrame';
import {
  AppClusterAccessProvider,
  useForbiddenActions,
} from './AppClusterContext';
import { AppClusterFacts } from './AppClusterFacts';
import { AttentionSection } from './AttentionSection';
import { BindApiDialog } from './BindApiDialog';
import { BindByJoinCommandDialog } from './BindByJoinCommandDialog';
import { BoundApis } from './BoundApis';
import { CertificatesSection } from './CertificatesSection';
import { InventorySection } from './InventorySection';
import { JoinTokenStatus } from './JoinTokenStatus';
import { KonnectorSection } from './KonnectorSection';
import { KubeconfigDialog } from './KubeconfigDialog';
import { OffboardDialog } from './OffboardDialog';
import { SuspendDialog } from './SuspendDialog';
import { useAppCluster } from './useAppCluster';

type Cluster = Schemas['AppClusterDetail'];

function FactsSection({ cluster }: { cluster: Cluster }) {
  const t = useT();
  const forbidden = useForbiddenActions();
  const [open, setOpen] = useState<'kubeconfig' | 'suspend' | 'offboard'>();
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <ManageButton
        forbidden={forbidden('kubeconfig')}
        onClick={() => setOpen('kubeconfig')}
      >
        {cluster.connection === 'kubeconfig'
          ? t('platform.cluster.replaceKubeconfig')
          : t('platform.cluster.addKubeconfig')}
      </ManageButton>
      {cluster.bindings.length > 0 && (
        <ManageButton
          forbidden={forbidden('changeBindings')}
          onClick={() => setOpen('suspend')}
        >
          {cluster.suspended
            ? t('appClusters.resume.open')
            : t('appClusters.suspend.open')}
        </ManageButton>
      )}
      <ManageButton
        destructive
        forbidden={forbidden('offboard')}
        onClick={() => setOpen('offboard')}
      >
        {t('platform.cluster.offboard')}
      </ManageButton>
    </>
  );
  return (
    <Section title={t('appClusters.overview')} actions={actions}>
      <AppClusterFacts cluster={cluster} />
      {open === 'kubeconfig' && (
        <KubeconfigDialog cluster={cluster} onClose={close} />
      )}
      {open === 'suspend' && (
        <SuspendDialog cluster={cluster} onClose={close} />
      )}
      {open === 'offboard' && (
        <OffboardDialog cluster={cluster} onClose={close} />
      )}
    </Section>
  );
}

function ApisSection(props: { cluster: Cluster; onBind: () => void }) {
  const { cluster, onBind } = props;
  const t = useT();
  const links = useLinks();
  const forbidden = useForbiddenActions();
  return (
    <Section
      title={t('platform.cluster.bindings')}
      actions={
        <ManageButton
          variant="contained"
          color="primary"
          forbidden={forbidden('bind')}
          onClick={onBind}
        >
          {t('platform.cluster.bind')}
        </ManageButton>
      }
    >
      <BoundApis cluster={cluster} />
      <Link
        to={`${links.platform('exports')}?cluster=${encodeURIComponent(cluster.id)}`}
      >
        {t('appClusters.exports')}
      </Link>
    </Section>
  );
}

/** For what is opened by a link, too: who may not do it finds the reason at its button. */
function UnlessForbidden(props: {
  action: 'bind';
  children: ReactElement;
}): ReactElement | null {
  const forbidden = useForbiddenActions();
  return forbidden(props.action) ? null : props.children;
}

function AppClusterDetails({ cluster }: { cluster: Cluster }) {
  const t = useT();
  const location = useLocation();
  const navigate = useNavigate();
  // The API that the dialog begins with; empty for none. An approved request leads here to bind its API.
  const [bound, setBound] = useState<string | undefined>(
    (location.state as { bind?: string } | null)?.bind,
  );
  const Bind =
    cluster.connection === 'kubeconfig'
      ? BindApiDialog
      : BindByJoinCommandDialog;
  return (
    <AppClusterAccessProvider id={cluster.id}>
      <AppClusterBanner cluster={cluster} />
      {cluster.invited && <JoinTokenStatus cluster={cluster.id} />}
      <AttentionSection cluster={cluster} onBind={setBound} />
      <Grid container spacing={3}>
        <Grid item xs={12} md={6}>
          <FactsSection cluster={cluster} />
          <KonnectorSection cluster={cluster} />
          {cluster.connection === 'kubeconfig' && (
            <CertificatesSection id={cluster.id} />
          )}
          <Section title={t('platform.cluster.conditions')}>
            <ConditionList conditions={cluster.conditions} />
          </Section>
        </Grid>
        <Grid item xs={12} md={6}>
          <ApisSection cluster={cluster} onBind={() => setBound('')} />
          <InventorySection cluster={cluster} />
        </Grid>
      </Grid>
      {bound !== undefined && (
        <UnlessForbidden action="bind">
          <Bind
            cluster={cluster}
            resource={bound}
            onClose={() => {
              setBound(undefined);
              // A reload of the page must not open the dialog again.
              if (location.state) navigate('.', { replace: true });
            }}
          />
        </UnlessForbidden>
      )}
    </AppClusterAccessProvider>
  );
}

function NotFound({ id }: { id: string }) {
  const t = useT();
  const links = useLinks();
  return (
    <EmptyState
      action={
        <Button
          variant="outlined"
          component={RouterLink}
          to={links.platform('app-clusters')}
        >
          {t('platform.cluster.back')}
        </Button>
      }
    >
      {t('platform.cluster.notFound', { id })}
    </EmptyState>
  );
}

function AppClusterById(props: {
  id: string;
  cluster: ReturnType<typeof useAppCluster>;
}) {
  const { cluster, id } = props;
  const t = useT();
  if (cluster.error?.kind === 'notFound') return <NotFound id={id} />;
  return (
    <QueryState query={cluster} label={t('platform.clusters.what')}>
      {data => <AppClusterDetails cluster={data} />}
    </QueryState>
  );
}

export function AppClusterPage() {
  const { id = '' } = useParams();
  const me = useMe();
  const cluster = useAppCluster(id, { enabled: me.data?.operator === true });
  return (
    <PlatformFrame active="app-clusters" title={cluster.data?.title ?? id}>
      <AppClusterById id={id} cluster={cluster} />
    </PlatformFrame>
  );
}
