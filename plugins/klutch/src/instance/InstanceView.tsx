/** An instance with its tabs, for the instance page and for the entity page. */
import Button from '@material-ui/core/Button';
import { Link } from 'react-router-dom';
import { isClaimGone } from '../api/isClaimGone';
import type { ClaimDetail, ClaimKey } from '../api/types';
import { instanceTabs, useLinks, type InstanceTab } from '../hooks/useLinks';
import { useAppClusters, useClaim } from '../hooks/useQueries';
import { useReturnedClaim } from '../hooks/useReturnedClaim';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { CodeBlock } from '../shared/CodeBlock';
import { EmptyState } from '../shared/EmptyState';
import { ErrorState } from '../shared/ErrorState';
import { NavTabs } from '../shared/NavTabs';
import { queryError } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { ActivityTab } from './ActivityTab';
import { BackupsTab } from './BackupsTab';
import { ConnectTab } from './ConnectTab';
import { InstanceHeader } from './InstanceHeader';
import { OverviewTab } from './OverviewTab';
import { PendingRestoreNotice } from './PendingRestoreNotice';

function InstanceNotFound(props: {
  claimKey: ClaimKey;
  cluster: string;
  wasLoaded: boolean;
}) {
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
    <EmptyState action={back}>
      {props.wasLoaded ? (
        <>
          <b>{t('instance.deletedTitle', { name })}</b>
          <br />
          {t('instance.deleted')}
        </>
      ) : (
        t('instance.notFound', { name, namespace, cluster: props.cluster })
      )}
    </EmptyState>
  );
}

function TabContent(props: {
  tab: InstanceTab;
  instance: ClaimDetail;
  linkOf: (tab: InstanceTab) => string;
}) {
  const { tab, instance, linkOf } = props;
  const t = useT();
  if (tab === 'connect') {
    return <ConnectTab instance={instance} />;
  }
  if (tab === 'backups') {
    return <BackupsTab instance={instance} />;
  }
  if (tab === 'activity') {
    return <ActivityTab claim={instance} />;
  }
  if (tab === 'yaml') {
    return (
      <CodeBlock
        label={t('instance.tabs.yaml')}
        text={instance.manifest}
        fileName={`${instance.name}.yaml`}
      />
    );
  }
  return <OverviewTab instance={instance} connectLink={linkOf('connect')} />;
}

export function InstanceView(props: {
  claimKey: ClaimKey;
  tab: InstanceTab;
  /** Path of a tab. */
  linkOf: (tab: InstanceTab) => string;
  onTab: (tab: InstanceTab) => void;
}) {
  const { claimKey, tab, linkOf } = props;
  const t = useT();
  const claim = useClaim(claimKey);
  const clusters = useAppClusters();
  const problem = queryError(claim);
  useReturnedClaim(claimKey, isClaimGone(problem));
  const cluster = clusters.data?.items.find(
    item => item.id === claimKey.cluster,
  );
  const isUnreachable = cluster?.reachability.reachable === false;
  const instance = claim.data;

  if (isClaimGone(problem)) {
    return (
      <InstanceNotFound
        claimKey={claimKey}
        cluster={cluster?.title ?? claimKey.cluster}
        wasLoaded={claim.data !== undefined}
      />
    );
  }
  const failure = problem && (
    <ErrorState
      error={problem}
      autoRetry
      onRetry={() => void claim.refetch()}
    />
  );
  // What was read before the person lost the right no longer says what they may do.
  if (!instance || problem?.kind === 'forbidden') {
    return (
      failure ?? <Skeleton label={t('instance.what')} rows={4} height={64} />
    );
  }
  return (
    <>
      <AppClusterBanner cluster={cluster} />
      {!isUnreachable && failure}
      <InstanceHeader
        instance={instance}
        withMessage={tab !== 'overview' && !isUnreachable}
        onTab={props.onTab}
      />
      <PendingRestoreNotice instance={instance} />
      <NavTabs
        label={t('instance.tabs.label')}
        active={tab}
        tabs={instanceTabs.map(id => ({
          id,
          label: t(`instance.tabs.${id}`),
          to: linkOf(id),
        }))}
      />
      <TabContent tab={tab} instance={instance} linkOf={linkOf} />
    </>
  );
}
