/** Page of one service. */
import { useParams } from 'react-router-dom';
import { useService, useServices } from '../hooks/useQueries';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { PageFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { ServiceView } from './ServiceView';

export function ServicePage() {
  const { resource = '' } = useParams();
  const services = useServices();
  const service = useService(resource);
  const title =
    service.data?.title ??
    services.data?.items.find(item => item.resource === resource)?.title ??
    resource;
  return (
    <PageFrame title={title} active="services">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState query={service} label={title}>
        {data => <ServiceView service={data} />}
      </QueryState>
    </PageFrame>
  );
}
