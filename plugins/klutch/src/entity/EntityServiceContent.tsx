/** Tab on the entity page of a service: plans, versions, and app clusters that bind the service. */
import { useEntity } from '@backstage/plugin-catalog-react';
import { ServiceView } from '../services/ServiceView';
import { useService } from '../hooks/useQueries';
import { QueryState } from '../shared/QueryState';
import { serviceOfEntity } from './entityRef';

export function EntityServiceContent() {
  const { entity } = useEntity();
  const resource = serviceOfEntity(entity);
  const service = useService(resource);
  return (
    <QueryState query={service} label={resource ?? ''}>
      {data => <ServiceView service={data} />}
    </QueryState>
  );
}
