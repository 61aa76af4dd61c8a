/** The Services page: a card for every service. */
import InputAdornment from '@material-ui/core/InputAdornment';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import SearchIcon from '@material-ui/icons/Search';
import { Link } from 'react-router-dom';
import type { Service } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useMe, useServices } from '../hooks/useQueries';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { useT } from '../hooks/useT';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { EmptyState } from '../shared/EmptyState';
import { PageFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';
import { Skeleton } from '../shared/Skeleton';
import { filterServices } from './filterServices';
import { OwnRequestsSection } from './OwnRequestsSection';
import { ServiceCard } from './ServiceCard';

const useStyles = makeStyles(theme => ({
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(3),
  },
  search: { width: 320 },
  choice: { width: 220 },
  cards: {
    marginBottom: theme.spacing(3),
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(340px, 1fr))',
    gap: theme.spacing(3),
  },
}));

interface ServiceFilter {
  search: string;
  cluster: string;
}

function ServiceFilters(props: {
  services: Service[];
  filter: ServiceFilter;
  onChange: (change: Partial<ServiceFilter>) => void;
}) {
  const { services, filter, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const clusters = services[0]?.clusters ?? [];
  return (
    <div className={classes.filters} role="search">
      <TextField
        id="klutch-services-search"
        className={classes.search}
        size="small"
        type="search"
        label={t('services.search')}
        value={filter.search}
        onChange={event => onChange({ search: event.target.value })}
        InputProps={{
          endAdornment: (
            <InputAdornment position="end">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        }}
      />
      {clusters.length > 1 && (
        <TextField
          id="klutch-services-cluster"
          className={classes.choice}
          size="small"
          select
          label={t('services.cluster')}
          value={filter.cluster}
          SelectProps={{ displayEmpty: true }}
          InputLabelProps={{ shrink: true }}
          onChange={event => onChange({ cluster: event.target.value })}
        >
          <MenuItem value="">{t('services.anyCluster')}</MenuItem>
          {clusters.map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </div>
  );
}

function ServiceCards({ services }: { services: Service[] }) {
  const classes = useStyles();
  const t = useT();
  const links = useLinks();
  const me = useMe();
  const [filter, setFilter] = useSearchFilter(['search', 'cluster']);
  const offered = services.filter(service => service.type === 'instance');
  const shown = filterServices(services, filter);

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
      <ServiceFilters services={offered} filter={filter} onChange={setFilter} />
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
