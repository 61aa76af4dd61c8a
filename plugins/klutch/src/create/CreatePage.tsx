/** Page that creates an instance of a service. */
import { klutchClaimCreatePermission } from '@klutch/backstage-plugin-klutch-common';
import { useParams } from 'react-router-dom';
import { useDenied } from '../hooks/useDenied';
import { useMe, useService, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ServiceActions } from '../services/ServiceActions';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { EmptyState } from '../shared/EmptyState';
import { PageFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { CreateWizard } from './CreateWizard';

export function CreatePage() {
  const { resource = '' } = useParams();
  const t = useT();
  const services = useServices();
  const service = useService(resource);
  const me = useMe();
  const { denied } = useDenied({ permission: klutchClaimCreatePermission });
  const title = service.data?.title ?? resource;
  return (
    <PageFrame title={t('create.title', { title })} active="services">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState query={service} label={title}>
        {data => {
          if (data.type !== 'instance') {
            return (
              <EmptyState>{t('create.notInstance', { title })}</EmptyState>
            );
          }
          if (!data.clusters.some(cluster => cluster.bound)) {
            return (
              <EmptyState action={<ServiceActions service={data} />}>
                {t('create.notBound', { title })}
              </EmptyState>
            );
          }
          if (denied) {
            return <EmptyState>{t('shared.permission.create')}</EmptyState>;
          }
          return (
            <QueryState query={me} label={title}>
              {({ userRef }) => (
                <CreateWizard key={resource} user={userRef} service={data} />
              )}
            </QueryState>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}
