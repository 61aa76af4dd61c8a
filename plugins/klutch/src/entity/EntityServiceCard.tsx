/** Card on the entity page of a service: where the service is bound, and a button to create an instance. */
import { useEntity } from '@backstage/plugin-catalog-react';
import Typography from '@material-ui/core/Typography';
import { boundText, versionsText } from '../services/boundText';
import { ServiceActions } from '../services/ServiceActions';
import { useService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { serviceOfEntity } from './entityRef';

function ServiceCard({ resource }: { resource: string }) {
  const t = useT();
  const service = useService(resource);
  return (
    <Section
      title={t('shared.entity.service')}
      actions={
        service.data?.type === 'instance' && (
          <ServiceActions service={service.data} size="small" />
        )
      }
    >
      <QueryState query={service} label={resource}>
        {data => (
          <>
            <Typography variant="body2" paragraph>
              {data.description}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[versionsText(data), boundText(data.clusters, t)]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </>
        )}
      </QueryState>
    </Section>
  );
}

export function EntityServiceCard() {
  const { entity } = useEntity();
  const resource = serviceOfEntity(entity);
  return resource ? <ServiceCard resource={resource} /> : null;
}
