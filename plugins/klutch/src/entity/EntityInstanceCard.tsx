/** Card on the entity page of an instance: the instance's state, and a link to the instance page. */
import { useEntity } from '@backstage/plugin-catalog-react';
import Button from '@material-ui/core/Button';
import { Link } from 'react-router-dom';
import type { ClaimKey } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useAppClusters, useClaim, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { DescriptionList } from '../shared/DescriptionList';
import { LastBackup } from '../shared/LastBackup';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { StateLabel } from '../shared/StateLabel';
import { claimOfEntity } from './entityRef';

function InstanceCard({ claimKey }: { claimKey: ClaimKey }) {
  const t = useT();
  const links = useLinks();
  const services = useServices();
  const clusters = useAppClusters();
  const claim = useClaim(claimKey);
  const cluster = clusters.data?.items.find(
    ({ id }) => id === claimKey.cluster,
  );
  return (
    <Section
      title={t('shared.entity.instance')}
      actions={
        <Button size="small" component={Link} to={links.instance(claimKey)}>
          {t('shared.entity.open')}
        </Button>
      }
    >
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <AppClusterBanner cluster={cluster} />
      <QueryState query={claim} label={t('instance.what')}>
        {data => (
          <DescriptionList
            items={[
              {
                name: t('instances.column.state'),
                value: <StateLabel claim={data} />,
              },
              {
                name: t('instances.column.service'),
                value: data.serviceTitle ?? data.kind,
              },
              {
                name: t('instances.column.plan'),
                value: data.planTitle ?? data.plan ?? '–',
              },
              {
                name: t('instances.column.where'),
                value: t('instance.head.where', {
                  namespace: data.namespace,
                  cluster: data.clusterTitle,
                }),
              },
              {
                name: t('instances.column.lastBackup'),
                value: (
                  <LastBackup instance={data} none={t('instances.noBackup')} />
                ),
              },
            ]}
          />
        )}
      </QueryState>
    </Section>
  );
}

export function EntityInstanceCard() {
  const { entity } = useEntity();
  const claimKey = claimOfEntity(entity);
  return claimKey ? <InstanceCard claimKey={claimKey} /> : null;
}
