/** All instances that the user may see, across all app clusters. */
import Button from '@material-ui/core/Button';
import { Link } from 'react-router-dom';
import type { AppCluster, Claim } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useClaims, useServices } from '../hooks/useQueries';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { EmptyState } from '../shared/EmptyState';
import { Notice } from '../shared/Notice';
import { MainFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { filterInstances, instanceFilters } from './filterInstances';
import { InstanceFilters } from './InstanceFilters';
import { InstancesTable } from './InstancesTable';

function Instances(props: {
  claims: Claim[];
  clusters: AppCluster[];
  complete: boolean;
}) {
  const { claims, clusters, complete } = props;
  const t = useT();
  const links = useLinks();
  const services = useServices();
  const [filter, setFilter] = useSearchFilter(instanceFilters);
  const shown = filterInstances(claims, filter);
  const iconOf = (resource: string) =>
    services.data?.items.find(service => service.resource === resource)?.icon ??
    '';

  return (
    <>
      {clusters.map(cluster => (
        <AppClusterBanner key={cluster.id} cluster={cluster} />
      ))}
      {!complete && <Notice tone="neutral">{t('instances.incomplete')}</Notice>}
      {claims.length === 0 && complete && (
        <EmptyState
          action={
            <Button
              variant="contained"
              color="primary"
              component={Link}
              to={links.services()}
            >
              {t('instances.emptyAction')}
            </Button>
          }
        >
          {t('instances.empty')}
        </EmptyState>
      )}
      {claims.length > 0 && (
        <>
          <InstanceFilters
            claims={claims}
            clusters={clusters}
            filter={filter}
            onChange={setFilter}
          />
          {shown.length === 0 ? (
            <EmptyState>{t('instances.noMatch')}</EmptyState>
          ) : (
            <InstancesTable
              claims={shown}
              clusters={clusters}
              iconOf={iconOf}
            />
          )}
        </>
      )}
    </>
  );
}

export function InstancesPage() {
  const t = useT();
  const services = useServices();
  const claims = useClaims({ type: 'instance' });
  return (
    <MainFrame active="instances">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState
        query={claims}
        label={t('instances.what')}
        skeleton={<Skeleton label={t('instances.what')} rows={5} height={52} />}
      >
        {data => (
          <Instances
            claims={data.items}
            clusters={data.clusters}
            complete={data.complete !== false}
          />
        )}
      </QueryState>
    </MainFrame>
  );
}
