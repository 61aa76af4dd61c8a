/** The page that orders an instance of a service. */
import { useParams } from 'react-router-dom';
import { useLinks } from '../hooks/useLinks';
import { useService, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ServiceActions } from '../catalog/ServiceActions';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { Empty } from '../shared/Empty';
import { DetailFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { CreateWizard } from './CreateWizard';

export function CreatePage() {
  const { service: resource = '' } = useParams();
  const t = useT();
  const links = useLinks();
  const services = useServices();
  const service = useService(resource);
  const title = service.data?.title ?? resource;
  return (
    <DetailFrame
      title={t('create.title', { title })}
      parent={{ title: t('shared.nav.catalog'), link: links.catalog() }}
    >
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState query={service} what={title}>
        {data => {
          if (data.type !== 'instance') {
            return <Empty>{t('create.notInstance', { title })}</Empty>;
          }
          if (!data.clusters.some(cluster => cluster.bound)) {
            return (
              <Empty action={<ServiceActions service={data} />}>
                {t('create.notBound', { title })}
              </Empty>
            );
          }
          return <CreateWizard key={resource} service={data} />;
        }}
      </QueryState>
    </DetailFrame>
  );
}
