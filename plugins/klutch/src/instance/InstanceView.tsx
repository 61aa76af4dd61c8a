/** An instance with its tabs, on its own page and on its page in the software catalog. */
import Button from '@material-ui/core/Button';
import { Link } from 'react-router-dom';
import type { AppCluster, Claim, ClaimDetail, ClaimKey } from '../api/types';
import { instanceTabs, useLinks, type InstanceTab } from '../hooks/useLinks';
import { useAppClusters, useClaim, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { CodeBlock } from '../shared/CodeBlock';
import { Empty } from '../shared/Empty';
import { ErrorState } from '../shared/ErrorState';
import { NavTabs } from '../shared/NavTabs';
import { problemOf } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { ActivityTab } from './ActivityTab';
import { BackupsTab } from './BackupsTab';
import { ConnectTab } from './ConnectTab';
import { InstanceHead } from './InstanceHead';
import { OverviewTab } from './OverviewTab';

function Gone(props: { claimKey: ClaimKey; cluster: string; seen: boolean }) {
  const { name, namespace } = props.claimKey;
  const t = useT();
  const links = useLinks();
  const back = (
    <Button
      variant="contained"
      color="primary"
      component={Link}
      to={links.instances()}
    >
      {t('instance.toInstances')}
    </Button>
  );
  return (
    <Empty action={back}>
      {props.seen ? (
        <>
          <b>{t('instance.deletedTitle', { name })}</b>
          <br />
          {t('instance.deleted')}
        </>
      ) : (
        t('instance.notFound', { name, namespace, cluster: props.cluster })
      )}
    </Empty>
  );
}

function TabContent(props: {
  tab: InstanceTab;
  instance: Claim;
  detail: ClaimDetail | undefined;
  cluster: AppCluster | undefined;
}) {
  const { tab, instance, detail, cluster } = props;
  const t = useT();
  if (tab === 'connect') {
    return <ConnectTab instance={instance} />;
  }
  if (tab === 'backups') {
    return <BackupsTab instance={instance} />;
  }
  if (!detail) {
    return <Empty>{t('instance.noDetail')}</Empty>;
  }
  if (tab === 'activity') {
    return <ActivityTab claim={detail} />;
  }
  if (tab === 'yaml') {
    return <CodeBlock what={t('instance.tabs.yaml')} text={detail.manifest} />;
  }
  return <OverviewTab claim={detail} cluster={cluster} />;
}

export function InstanceView(props: {
  claimKey: ClaimKey;
  tab: InstanceTab;
  /** Where the tabs are. */
  linkOf: (tab: InstanceTab) => string;
  onTab: (tab: InstanceTab) => void;
}) {
  const { claimKey, tab, linkOf } = props;
  const t = useT();
  const claim = useClaim(claimKey);
  const clusters = useAppClusters();
  const problem = problemOf(claim);
  // What the index last knew, for when the app cluster cannot be read.
  const known = useClaims(
    {
      type: 'instance',
      cluster: claimKey.cluster,
      namespace: claimKey.namespace,
    },
    { enabled: problem?.kind !== 'notFound' },
  );
  const listed = known.data?.items.find(
    item => item.resource === claimKey.resource && item.name === claimKey.name,
  );
  const cluster = clusters.data?.items.find(
    item => item.id === claimKey.cluster,
  );
  const isAway = cluster?.reachability.reachable === false;
  const instance = claim.data ?? (problem ? listed : undefined);

  if (problem?.kind === 'notFound') {
    return (
      <Gone
        claimKey={claimKey}
        cluster={cluster?.title ?? claimKey.cluster}
        seen={claim.data !== undefined}
      />
    );
  }
  if (!instance) {
    return problem ? (
      <ErrorState
        error={problem}
        triesAgain
        onRetry={() => void claim.refetch()}
      />
    ) : (
      <Skeleton what={t('instance.what')} rows={4} height={64} />
    );
  }
  return (
    <>
      <AppClusterBanner cluster={cluster} />
      {problem && !isAway && (
        <ErrorState
          error={problem}
          triesAgain
          onRetry={() => void claim.refetch()}
        />
      )}
      <InstanceHead
        instance={instance}
        cluster={cluster}
        withMessage={tab !== 'overview' && !isAway}
        onTab={props.onTab}
      />
      <NavTabs
        label={t('instance.tabs.label')}
        active={tab}
        tabs={instanceTabs.map(id => ({
          id,
          label: t(`instance.tabs.${id}`),
          to: linkOf(id),
        }))}
      />
      <TabContent
        tab={tab}
        instance={instance}
        detail={claim.data}
        cluster={cluster}
      />
    </>
  );
}
