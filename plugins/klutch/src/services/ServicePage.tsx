/** Page of one service. */
import { useParams } from 'react-router-dom';
import { useLinks } from '../hooks/useLinks';
import { useService, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { DetailFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { ServiceView } from './ServiceView';

export function ServicePage() {
  const { service: resource = '' } = useParams();
  const t = useT();
  const links = useLinks();
  const services = useServices();
  const service = useService(resource);
  const title =
    service.data?.title ??
    services.data?.items.find(item => item.resource === resource)?.title ??
    resource;
  return (
    <DetailFrame
      title={title}
      parent={{ title: t('shared.nav.services'), link: links.services() }}
    >
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState query={service} label={title}>
        {data => <ServiceView service={data} />}
      </QueryState>
    </DetailFrame>
  );
}
