/** The tab on the catalog page of a service: plans, versions, where it is bound. */
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
