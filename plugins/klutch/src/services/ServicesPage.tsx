/** The Services page: a card for every service. */
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import { Link } from 'react-router-dom';
import type { Service } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useMe, useServices } from '../hooks/useQueries';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { useT } from '../hooks/useT';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { EmptyState } from '../shared/EmptyState';
import { ListFilters } from '../shared/ListFilters';
import { PageFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { filterServices } from './filterServices';
import { OwnRequestsSection } from './OwnRequestsSection';
import { ServiceCard } from './ServiceCard';

const useStyles = makeStyles(theme => ({
  cards: {
    marginBottom: theme.spacing(3),
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
    gap: theme.spacing(3),
  },
}));

function ServiceCards({ services }: { services: Service[] }) {
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  const me = useMe();
  const [filter, setFilter] = useSearchFilter(['search', 'cluster']);
  const offered = services.filter(service => service.type === 'instance');
  const shown = filterServices(services, filter);
  const clusters = offered[0]?.clusters ?? [];

  if (offered.length === 0) {
    return (
      <EmptyState
        action={
          me.data?.operator && (
            <Button
              variant="contained"
              color="primary"
              component={Link}
              to={links.platform('export-templates')}
            >
              {t('services.emptyOperator')}
            </Button>
          )
        }
      >
        {t('services.empty')}
      </EmptyState>
    );
  }
  return (
    <>
      <ListFilters
        id="klutch-services"
        searchLabel={t('services.search')}
        filter={filter}
        choices={
          clusters.length > 1
            ? [
                {
                  name: 'cluster',
                  label: t('services.cluster'),
                  options: clusters.map(({ id, title }) => ({
                    value: id,
                    title,
                  })),
                },
              ]
            : []
        }
        onChange={setFilter}
      />
      {shown.length === 0 ? (
        <EmptyState>{t('services.noMatch')}</EmptyState>
      ) : (
        <div className={classes.cards}>
          {shown.map(service => (
            <ServiceCard key={service.resource} service={service} />
          ))}
        </div>
      )}
    </>
  );
}

export function ServicesPage() {
  const t = useT();
  const services = useServices();
  return (
    <PageFrame active="services">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <QueryState
        query={services}
        label={t('services.what')}
        skeleton={<Skeleton label={t('services.what')} rows={2} height={168} />}
      >
        {data => <ServiceCards services={data.items} />}
      </QueryState>
      <OwnRequestsSection />
    </PageFrame>
  );
}
